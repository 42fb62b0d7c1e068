import { statementsOf } from '../../../contract/sql/statements.ts';
import type { ResultSummary } from './sqlRun.machine.ts';

/** One of several statements of a run. */
export interface FailedStatement {
  /** Counted from 1. */
  number: number;
  count: number;
  /** Its first character in the text of the run, counted from 1. */
  position: number;
}

/**
 * The statement that ended a run. Null where the run had only one, and where something failed after the last one, as a
 * deferred check does.
 */
export function failedStatement(sql: string, results: readonly Pick<ResultSummary, 'tag'>[]): FailedStatement | null {
  const statements = statementsOf(sql);
  const index = results.filter(({ tag }) => tag !== null).length;
  const failed = statements.length > 1 ? statements[index] : undefined;
  return failed ? { number: index + 1, count: statements.length, position: failed.from + 1 } : null;
}
