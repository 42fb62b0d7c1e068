import type { ResultStore } from './resultStore.ts';
import type { RunProgress } from './sqlRun.machine.ts';

/** What a chart is told of an answer: counts. */
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
