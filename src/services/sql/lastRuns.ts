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

/**
 * Remembers a run, so that the user comes back to it when they open its query again. Returns a function that brings the
 * run before it back, for a run that the platform refuses.
 */
export function rememberRun(target: Target, run: Omit<LastRuns[number], 'query'>): () => void {
  const { ref, query } = target;
  const before = lastRun(target);
  const remember = (runs: LastRuns) => writeStored('sqlRuns', [...runs, ...runsOf(target)].slice(0, remembered), ref);
  remember([{ ...run, query }]);
  return () => {
    if (lastRun(target)?.id === run.id) remember(before ? [before] : []);
  };
}

/** Forgets the last run of a query if it is still this one: another tab may have begun another. */
export function forgetRun(target: Target, id: string): void {
  if (lastRun(target)?.id === id) writeStored('sqlRuns', runsOf(target), target.ref);
}
