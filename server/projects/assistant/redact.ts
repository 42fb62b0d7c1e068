import { allowsContext, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import type { SqlError } from '../../../src/contract/sql/query.ts';

/** Errors about values: their messages quote them. */
const quotesValues = /^2[23]/;

/** An error of Postgres as a level allows it: without the values of rows that it quotes. */
export function redactError(error: SqlError, level: ContextLevel): SqlError {
  if (allowsContext(level, 'data')) return error;
  const { detail: _detail, where: _where, message, ...rest } = error;
  return { ...rest, message: quotesValues.test(error.code) ? message.replace(/: ".*"$/s, ': "…"') : message };
}
