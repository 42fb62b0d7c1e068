import type { ResultSet } from '../../machines/sql/sqlRun/resultStore.ts';

/** It is how a statement is executed. */
export const isOfExplain = ({ columns }: ResultSet): boolean =>
  columns.length === 1 && columns[0]!.name === 'QUERY PLAN';

/** All lines of a plan are there, so that it can be drawn. */
export const isWholePlan = (result: ResultSet): boolean =>
  isOfExplain(result) && result.tag === 'EXPLAIN' && !result.more;
