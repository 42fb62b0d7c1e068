import * as v from 'valibot';
import { resourcePath } from '../../contract/cache/resources.ts';
import { resourceSchemas } from '../../contract/cache/resourceSchemas.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import {
  queryEventSchema,
  type Cell,
  type QueryEvent,
  type RunQuery,
  type SqlError,
} from '../../contract/sql/query.ts';
import type { QueryHistoryEntry } from '../../contract/sql/snippet.ts';
import { get, nothing, remove, stream } from '../http/http.ts';
import { yieldToMain } from '../http/yieldToMain.ts';

interface RunInput {
  ref: string;
  body: RunQuery;
}

export interface RunEnding {
  error: SqlError | null;
  durationMs: number | null;
  engineRestarted: boolean;
  cancelled?: boolean | undefined;
}

/** What is handed on while it streams. */
export type AnswerPart = Exclude<QueryEvent, { type: 'run' | 'error' | 'end' }>;

const queryPath = (ref: string): string => `${resourcePath({ name: 'project', params: { ref } })}/database/query`;

const isCell = (value: unknown): value is Cell => typeof value === 'string' || value === null;

/**
 * Rows are most of an answer, so they are checked by hand: the schema takes twenty times as long for the same verdict.
 */
function isRows(line: unknown): line is Extract<QueryEvent, { type: 'rows' }> {
  const { type, result, rows } = Object(line) as Record<string, unknown>;
  return (
    type === 'rows' &&
    typeof result === 'number' &&
    Array.isArray(rows) &&
    rows.every((row) => Array.isArray(row) && row.every(isCell))
  );
}

function eventOf(line: unknown): QueryEvent {
  if (isRows(line)) return line;
  const parsed = v.safeParse(queryEventSchema, line);
  if (parsed.success) return parsed.output;
  throw new FailureError({
    code: 'unexpected_answer',
    message: 'Unexpected response from the server.',
    description: parsed.issues[0].message,
  });
}

/** The platform's own refusal: what was asked for did not begin. A gateway's answer says nothing of the kind. */
class RunRefused extends FailureError {
  readonly beforeRun = true;
}

/** Whether the platform refused the run, so that nothing ran. */
export const isRefusal = (error: unknown): boolean => error instanceof RunRefused;

/**
 * Responses that do not say that nothing ran: those of gateways, and 410, which the platform gives where an earlier
 * request with the same id began the run.
 */
const unclearStatuses: ReadonlySet<FailureError['code']> = new Set([410, 502, 504]);

function refusalOf(error: unknown): unknown {
  // A failure of the network carries what caused it; an answer is its own cause.
  const isAnswer = error instanceof FailureError && typeof error.code === 'number' && error.cause === undefined;
  return isAnswer && !unclearStatuses.has(error.code) ? new RunRefused(error) : error;
}

/** The lines of an answer; `accepted` is called when the server has the run. */
async function* answerOf(
  path: string,
  body: RunQuery | undefined,
  accepted: () => void,
  signal: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  let isAccepted = false;
  const accept = () => {
    isAccepted = true;
    accepted();
  };
  try {
    yield* stream(path, body, signal, { accepted: accept });
  } catch (error) {
    throw isAccepted ? error : refusalOf(error);
  }
}

async function readAnswer(
  lines: AsyncIterable<unknown>,
  receive: (part: AnswerPart) => void,
  begun: (sql: string) => void,
): Promise<RunEnding> {
  let error: SqlError | null = null;
  const rest = yieldToMain();
  for await (const line of lines) {
    const event = eventOf(line);
    if (event.type === 'run') begun(event.sql);
    else if (event.type === 'end') {
      const { durationMs, engineRestarted, cancelled } = event;
      return { error, durationMs, engineRestarted, cancelled };
    } else if (event.type === 'error') ({ error } = event);
    else receive(event);
    await rest();
  }
  throw new FailureError({ code: 'answer_cut_off', message: 'The response ended before the query did.' });
}

/**
 * Runs SQL: `accepted` is called when the server has the run and can be asked to cancel it, `receive` with each part of
 * the answer. Aborting the signal drops the connection; the query goes on.
 */
export const runQuery = (
  { ref, body }: RunInput,
  accepted: () => void,
  receive: (part: AnswerPart) => void,
  signal: AbortSignal,
): Promise<RunEnding> => readAnswer(answerOf(queryPath(ref), body, accepted, signal), receive, () => {});

/** Attaches to a run: its text, then its whole answer from the beginning, to its end. */
export const attachToRun = (
  { ref, id }: { ref: string; id: string },
  begun: (sql: string) => void,
  receive: (part: AnswerPart) => void,
  signal: AbortSignal,
): Promise<RunEnding> =>
  readAnswer(
    answerOf(`${queryPath(ref)}/${encodeURIComponent(id)}`, undefined, () => {}, signal),
    receive,
    begun,
  );

/** Asks the server to stop a running query. The query itself then tells its end. */
export const cancelQuery = ({ ref, id }: { ref: string; id: string }, signal: AbortSignal): Promise<void> =>
  remove(`${queryPath(ref)}/${encodeURIComponent(id)}`, nothing, { signal });

/** What the server remembers of a run; null when it knows nothing of it. */
export async function readOutcome(
  { ref, id }: { ref: string; id: string },
  signal: AbortSignal,
): Promise<QueryHistoryEntry | null> {
  const history = await get(resourcePath({ name: 'queryHistory', params: { ref } }), resourceSchemas.queryHistory, {
    signal,
  });
  return history.find((entry) => entry.id === id) ?? null;
}
