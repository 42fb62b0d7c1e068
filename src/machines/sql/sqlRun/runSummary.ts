import type { ResultStore } from './resultStore.ts';
import type { RunProgress } from './sqlRun.machine.ts';

/** The counts of an answer, which charts get instead of its rows. */
export const summaryOf = ({ received, notices }: Pick<ResultStore, 'received' | 'notices'>): RunProgress => ({
  results: received.map(({ tag, rows, columns, rowCount, more }) => ({
    tag,
    rows: rows.length,
    columns: columns.length,
    rowCount,
    more,
  })),
  notices: notices.length,
});
