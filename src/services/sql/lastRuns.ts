import type { LastRuns } from '../../contract/sql/lastRun.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { sqlEntries } from './sqlEntries.ts';

interface Target {
  ref: string;
  /** The query that was run. */
  query: string;
}

/** Queries of a project whose last run is remembered. */
const remembered = 50;

const runsOf = ({ ref, query }: Target): LastRuns =>
  (readStored(sqlEntries.runs, ref) ?? []).filter((run) => run.query !== query);

/** The last run of a query, as far as this browser began it. */
export const lastRun = ({ ref, query }: Target): LastRuns[number] | null =>
  readStored(sqlEntries.runs, ref)?.find((run) => run.query === query) ?? null;

/** The query that a run is the last one of, as far as this browser began it. */
export const queryOfRun = ({ ref, id }: { ref: string; id: string }): string | null =>
  readStored(sqlEntries.runs, ref)?.find((run) => run.id === id)?.query ?? null;

/**
 * Remembers a run, so that the user comes back to it when they open its query again. Returns a function that brings the
 * run before it back, for a run that the platform refuses.
 */
export function rememberRun(target: Target, run: Omit<LastRuns[number], 'query' | 'ended'>): () => void {
  const { ref, query } = target;
  const before = lastRun(target);
  const remember = (runs: LastRuns) =>
    writeStored(sqlEntries.runs, [...runs, ...runsOf(target)].slice(0, remembered), ref);
  remember([{ ...run, query, ended: false }]);
  return () => {
    if (lastRun(target)?.id === run.id) remember(before ? [before] : []);
  };
}

const endListeners = new Set<(ref: string) => void>();

/** Calls back when a run of the project has ended in this tab; returns a function that stops it. */
export function watchEnds({ ref }: Pick<Target, 'ref'>, ended: () => void): () => void {
  const listener = (where: string) => {
    if (where === ref) ended();
  };
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Notes that the last run of a query has ended, if it is still this one. */
export function noteEnd(target: Target, id: string): void {
  const run = lastRun(target);
  if (run?.id !== id || run.ended) return;
  writeStored(sqlEntries.runs, [{ ...run, ended: true }, ...runsOf(target)], target.ref);
  for (const listener of endListeners) listener(target.ref);
}

/**
 * Forgets the last run of a query if it is still this one, as another tab may have begun another, and if its end was
 * seen: what became of it is asked again otherwise.
 */
export function forgetEnded(target: Target, id: string): void {
  const run = lastRun(target);
  if (run?.id === id && run.ended) writeStored(sqlEntries.runs, runsOf(target), target.ref);
}

/** Forgets the last run of a query that does not exist: it is not where the run leads to. */
export function forgetRuns(target: Target): void {
  if (lastRun(target) !== null) writeStored(sqlEntries.runs, runsOf(target), target.ref);
}
