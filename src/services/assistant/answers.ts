import * as v from 'valibot';
import type { SharedScreen } from '../../contract/assistant/answer.ts';
import { assistantTiming } from '../../contract/assistant/assistantTiming.ts';
import { allowsContext, type ContextLevel } from '../../contract/assistant/contextLevel.ts';
import type { AnswerFailure, Message, ToolCall, Usage } from '../../contract/assistant/conversation.ts';
import {
  formatSqlSchema,
  inspectedStatementSchema,
  type InspectedStatement,
} from '../../contract/assistant/statementEffect.ts';
import { toolAnswerSchema } from '../../contract/assistant/tools.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { post } from '../http/http.ts';
import { answerFailure, assistantPath, streamAnswer } from '../http/modelAnswers.ts';
import { sentMessages } from './sentMessages.ts';

const reasons = {
  stop: 'complete',
  other: 'complete',
  toolCalls: 'calls',
  length: 'length',
  filtered: 'filtered',
} as const;

export type StreamReport =
  | { type: 'answer.grown'; text: string }
  | { type: 'tool.called'; call: Pick<ToolCall, 'id' | 'name' | 'arguments' | 'problem'> }
  | { type: 'usage.counted'; usage: Usage }
  | { type: 'answer.finished'; text: string; reason: (typeof reasons)[keyof typeof reasons] }
  | { type: 'answer.failed'; text: string; failure: AnswerFailure }
  | { type: 'answer.cut'; text: string };

interface FollowOptions {
  ref: string;
  messages: readonly Message[];
  level: ContextLevel;
  screen: SharedScreen;
  /** Shows the text so far. */
  show: (text: string) => void;
  report: (fact: StreamReport) => void;
}

/**
 * Follows an answer: each piece is shown at once, and reported once a second and when the page closes, so that what has
 * come survives a reload without a message for every word.
 */
export function followAnswer({ ref, messages, level, screen, show, report }: FollowOptions): {
  cut(): void;
  stop(): void;
} {
  const ending = new AbortController();
  let text = '';
  let reported = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportText = () => {
    clearTimeout(timer);
    timer = undefined;
    if (text === reported) return;
    reported = text;
    report({ type: 'answer.grown', text });
  };
  const grow = (piece: string) => {
    const isFirst = text === '';
    text += piece;
    show(text);
    if (isFirst) reportText();
    else timer ??= setTimeout(reportText, assistantTiming.answerReportMs);
  };
  let isLeaving = false;
  const leave = () => void (isLeaving = true);
  addEventListener('beforeunload', leave);
  // Before the storage’s own listener, which writes what it was told by then.
  addEventListener('pagehide', reportText, { capture: true });
  const end = () => {
    clearTimeout(timer);
    removeEventListener('beforeunload', leave);
    removeEventListener('pagehide', reportText, { capture: true });
    ending.abort();
  };
  const follow = async () => {
    try {
      const { reason } = await streamAnswer(
        {
          ref,
          messages: sentMessages(messages, level),
          context: level,
          ...(allowsContext(level, 'schema') && { screen }),
        },
        (event) => {
          if (event.type === 'text') grow(event.text);
          else if (event.type === 'usage') {
            const { inputTokens, outputTokens } = event;
            report({ type: 'usage.counted', usage: { inputTokens, outputTokens } });
          } else {
            const { id, name, input, problem } = event;
            report({ type: 'tool.called', call: { id, name, arguments: input ?? null, problem: problem ?? null } });
          }
        },
        ending.signal,
      );
      report({ type: 'answer.finished', text, reason: reasons[reason] });
    } catch (error) {
      // A page that goes ends its streams itself: the answer is then interrupted, and nothing has failed.
      if (isLeaving) await new Promise((settle) => void setTimeout(settle, assistantTiming.leavingMs));
      if (!ending.signal.aborted) report({ type: 'answer.failed', text, failure: answerFailure(error) });
    }
  };
  void follow();
  return {
    cut() {
      end();
      report({ type: 'answer.cut', text });
    },
    stop: end,
  };
}

/** The SQLSTATE of what may not write. */
const readOnlyState = '25006';

/** Runs a tool with exactly these arguments; its answer is text for the model. */
export async function runTool(
  { ref, level, call }: { ref: string; level: ContextLevel; call: Pick<ToolCall, 'name' | 'arguments'> },
  signal: AbortSignal,
): Promise<{ outcome: 'done' | 'failed' | 'rejected'; text: string }> {
  const answer = await post(
    `${assistantPath(ref)}/tools/${encodeURIComponent(call.name)}?context=${level}`,
    call.arguments,
    toolAnswerSchema,
    { signal },
  );
  const text = JSON.stringify(answer);
  if (answer.type === 'result') return { outcome: 'done', text };
  return { outcome: answer.error.code === readOnlyState ? 'rejected' : 'failed', text };
}

const commandsIn = (statements: readonly { command: string; effect: string }[]): string =>
  [...new Set(statements.filter(({ effect }) => effect !== 'reads').map(({ command }) => command))].join(', ');

const titleLength = 40;

/** What a statement does and to what, as the SQL editor names its results; else its first words. */
function titleOf(statement: InspectedStatement['statements'][number], sql: string): string {
  const {
    tables: [table],
    from,
    to,
  } = statement;
  if (table === undefined) return sql.slice(from, to).replaceAll(/\s+/g, ' ').slice(0, titleLength);
  const command = `: ${statement.command.toLowerCase()}`;
  const room = titleLength - command.length;
  // The end of a long name tells it from others in its schema.
  return (table.length > room ? `…${table.slice(1 - room)}` : table) + command;
}

/** What SQL does, as the server tells; throws where it cannot be parsed. */
async function inspect({ ref, ...asked }: { ref: string; sql: string; tries?: boolean }, signal: AbortSignal) {
  const { error, ...inspected } = await post(`${assistantPath(ref)}/statement`, asked, inspectedStatementSchema, {
    signal,
  });
  if (error) throw new FailureError(error);
  return inspected;
}

/** Whether SQL writes, and why the user is asked about it. What cannot be told counts as writing. */
export async function checkStatement(target: { ref: string; sql: string }, signal: AbortSignal) {
  const { effect, statements } = await inspect(target, signal);
  const titles = statements.map((statement) => titleOf(statement, target.sql));
  if (effect === 'reads') return { writes: false, reason: null, titles };
  const commands = commandsIn(statements);
  const does = effect === 'writes' ? 'It changes the database' : 'It may change the database';
  return { writes: true, reason: commands === '' ? `${does}.` : `${does} (${commands}).`, titles };
}

/** Statements that Postgres plans, and as many of a text as are planned. */
const planned: ReadonlySet<string> = new Set(['SELECT', 'SELECT FOR UPDATE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const plannedStatements = 5;

const explainedPlanSchema = v.object({ plan: v.unknown() });

/** The SQLSTATE of what is longer than the server shows. */
const tooLongState = '54000';

/** Why a plan is not shown, where Postgres has not refused the statement. */
function planProblem(error: unknown): string {
  const { code, message } = failureOf(error);
  if (code === tooLongState) return 'Its plan is too long to be shown here.';
  if (code === 504) return 'Reading its plan took too long.';
  return `Could not read its plan. ${message}`;
}

/** The plan of one statement, which does not run. The answer stays in this browser. Without a plan, the rest counts. */
async function planOf(ref: string, sql: string, signal: AbortSignal) {
  try {
    const answer = await post(`${assistantPath(ref)}/tools/explainQuery?context=data`, { sql }, toolAnswerSchema, {
      signal,
    });
    if (answer.type === 'result')
      return { plan: JSON.stringify(v.parse(explainedPlanSchema, answer.result).plan), problem: null };
    const { error } = answer;
    const problem = error.code === tooLongState ? planProblem(error) : `Postgres cannot plan it: ${error.message}`;
    return { plan: null, problem };
  } catch (error) {
    signal.throwIfAborted();
    return { plan: null, problem: planProblem(error) };
  }
}

/** What SQL does, by Postgres’ grammar and its plans: needs no model, and runs nothing. */
export async function explainSql({ ref, sql }: { ref: string; sql: string }, signal: AbortSignal) {
  const { effect, statements } = await inspect({ ref, sql, tries: false }, signal);
  const explained = [];
  for (const [index, { from, to, ...statement }] of statements.entries()) {
    const isLate = index >= plannedStatements;
    const unplanned = { plan: null, problem: isLate ? 'Only the plans of the first statements are read.' : null };
    const isPlanned = planned.has(statement.command) && !isLate;
    // oxlint-disable-next-line no-await-in-loop -- an embedded database has one session
    explained.push({ ...statement, ...(isPlanned ? await planOf(ref, sql.slice(from, to), signal) : unplanned) });
  }
  return { statements: explained, callsWrite: effect !== 'reads' && statements.every((one) => one.effect === 'reads') };
}

/** SQL laid out by the server’s parser. */
export const formatSql = async ({ ref, sql }: { ref: string; sql: string }, signal?: AbortSignal): Promise<string> =>
  (await post(`${assistantPath(ref)}/format`, { sql }, formatSqlSchema, signal && { signal })).sql;
