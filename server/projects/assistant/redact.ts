import { allowsContext, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import type { SqlError } from '../../../src/contract/sql/query.ts';

/** Errors about values: their messages quote them. */
const quotesValues = /^2[23]/;
/** Errors that functions raise with words of their authors, which may hold anything. */
const raised = /^P0/;

function redactMessage({ code, message }: SqlError): string {
  if (raised.test(code)) return 'A function raised an error.';
  return quotesValues.test(code) ? message.replace(/: ".*"$/s, ': "…"') : message;
}

/** An error of Postgres as a level allows it: without the values of rows that it quotes. */
export function redactError(error: SqlError, level: ContextLevel): SqlError {
  if (allowsContext(level, 'data')) return error;
  const { detail: _detail, where: _where, ...rest } = error;
  return { ...rest, message: redactMessage(error) };
}

const expressionKeys = /(?:Cond|Filter|Key|Qual|Output|Call|Expr|Keys|Clause)$/;

const withoutValues = (expression: string): string =>
  expression.replaceAll(/'(?:[^']|'')*'/g, "'…'").replaceAll(/(?<![\w."])\d+(?:\.\d+)?(?!\w)/g, '…');

/**
 * A plan without the values in its conditions: what a function returns there, because Postgres computed it while it
 * planned, may come from rows.
 */
export function redactPlan(plan: unknown, isExpression = false): unknown {
  if (typeof plan === 'string') return isExpression ? withoutValues(plan) : plan;
  if (Array.isArray(plan)) return plan.map((part: unknown) => redactPlan(part, isExpression));
  if (typeof plan !== 'object' || plan === null) return plan;
  return Object.fromEntries(
    Object.entries(plan).map(([key, value]) => [key, redactPlan(value, expressionKeys.test(key))]),
  );
}
