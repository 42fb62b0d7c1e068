import type { QueryHistoryEntry } from '../../contract/sql/snippet.ts';

/** How a run of a query ended, in a word. */
export const outcomeWords: Readonly<Record<QueryHistoryEntry['outcome'], string>> = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Canceled',
  unknown: 'Unknown',
};
