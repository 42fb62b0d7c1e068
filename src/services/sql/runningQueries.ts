import { resourcePath } from '../../contract/cache/resources.ts';
import { resourceSchemas } from '../../contract/cache/resourceSchemas.ts';
import { readStored, watchStored } from '../browser/storage.ts';
import { get } from '../http/http.ts';
import { watchEnds } from './lastRuns.ts';
import { sqlEntries } from './sqlEntries.ts';

interface Target {
  ref: string;
}

/** How long the request of a new run may take to reach the server. */
const arrivalMs = 10_000;

/** The queries whose last run was begun by this browser and has not ended. */
export async function readRunning(
  { ref }: Target,
  signal: AbortSignal,
): Promise<{ queries: string[]; mayChange: boolean }> {
  const begun = (readStored(sqlEntries.runs, ref) ?? []).filter(({ ended }) => !ended);
  if (begun.length === 0) return { queries: [], mayChange: false };
  const path = `${resourcePath({ name: 'queryHistory', params: { ref } })}?outcome=running`;
  const history = await get(path, resourceSchemas.queryHistory, { signal });
  const running = new Set(history.filter(({ outcome }) => outcome === 'running').map(({ id }) => id));
  const queries = begun.filter(({ id }) => running.has(id)).map(({ query }) => query);
  const isRecent = begun.some(({ startedAt }) => Date.now() - startedAt < arrivalMs);
  return { queries, mayChange: queries.length > 0 || isRecent };
}

/** Calls back when a run began or ended in another tab, or ended in this one; returns the way to stop. */
export function watchRuns(target: Target, changed: () => void): () => void {
  const stops = [watchStored(sqlEntries.runs, target.ref, changed), watchEnds(target, changed)];
  return () => {
    for (const stop of stops) stop();
  };
}
