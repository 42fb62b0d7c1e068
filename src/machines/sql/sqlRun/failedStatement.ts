import type { SqlError } from '../../../contract/sql/query.ts';
import { statementsOf } from '../../../contract/sql/statements.ts';
import type { ResultSummary } from './sqlRun.machine.ts';

/** One of several statements of a run. */
interface FailedStatement {
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
export function failedStatement(
  sql: string,
  results: readonly Pick<ResultSummary, 'tag'>[],
  error: Pick<SqlError, 'position'>,
): FailedStatement | null {
  const statements = statementsOf(sql);
  const { position } = error;
  // A syntax error anywhere keeps all statements from running, so that only its position says which one it is in.
  const index =
    position === undefined
      ? results.filter(({ tag }) => tag !== null).length
      : statements.findLastIndex(({ from }) => from < position);
  const failed = statements.length > 1 ? statements[index] : undefined;
  return failed ? { number: index + 1, count: statements.length, position: failed.from + 1 } : null;
}
