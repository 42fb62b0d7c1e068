import type { ResultStore } from './resultStore.ts';
import type { RunProgress } from './sqlRun.machine.ts';

/** The counts of an answer, which charts get instead of its rows. */
export const summaryOf = ({ results, notices }: Pick<ResultStore, 'results' | 'notices'>): RunProgress => ({
  results: results.map(({ tag, rows, columns, rowCount, more }) => ({
    tag,
    rows: rows.length,
    columns: columns.length,
    rowCount,
    more,
  })),
  notices: notices.length,
});
