import type { LastRuns } from '../../contract/sql/lastRun.ts';
import { readStored, writeStored } from '../browser/storage.ts';

interface Target {
  ref: string;
  /** The query that was run. */
  query: string;
}

/** Queries of a project whose last run is remembered. */
const remembered = 50;

const runsOf = ({ ref, query }: Target): LastRuns =>
  (readStored('sqlRuns', ref) ?? []).filter((run) => run.query !== query);

/** The last run of a query, as far as this browser began it. */
export const lastRun = ({ ref, query }: Target): LastRuns[number] | null =>
  readStored('sqlRuns', ref)?.find((run) => run.query === query) ?? null;

/** Stores a run, so that opening its query again shows it. */
export function rememberRun({ ref, query }: Target, run: Omit<LastRuns[number], 'query'>): void {
  writeStored('sqlRuns', [{ ...run, query }, ...runsOf({ ref, query })].slice(0, remembered), ref);
}

export function forgetRun(target: Target): void {
  writeStored('sqlRuns', runsOf(target), target.ref);
}
