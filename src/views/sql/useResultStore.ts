import { useSyncExternalStore } from 'react';
import { resultStore, type ResultStore } from '../../machines/sql/sqlRun/resultStore.ts';

/** The rows of a run. Renders again at most once per frame while they stream in. */
export function useAnswer(run: string | null): ResultStore {
  const store = resultStore.of(run);
  useSyncExternalStore(store.watch, () => store.version);
  return store;
}
