import type { APICallError } from 'ai';
import type { AnswerEvent } from '../../../src/contract/assistant/answer.ts';
import { errorCode } from '../../common/errorCode.ts';
import { ModelAnswerError } from './modelFetch.ts';

export type AnswerFailure = Omit<Extract<AnswerEvent, { type: 'failure' }>, 'type'>;

const failure = (code: AnswerFailure['code'], message: string, retryAfter?: number): AnswerFailure => ({
  code,
  message,
  ...(retryAfter !== undefined && { retryAfter }),
});

export const failures = {
  tooLong: failure('answer_too_long', 'The answer became too long, so it was ended. Ask for less at once.'),
  silent: failure('timed_out', 'The model stopped answering. Try again.'),
  slow: failure('timed_out', 'The answer took too long, so it was ended. Ask for less at once.'),
  brokeOff: failure('malformed_answer', "The model's answer was interrupted. Try again."),
  contextTooLong: failure(
    'context_too_long',
    'The conversation is longer than the model can read. Begin a new one, share less, or attach less.',
  ),
} as const;

const unreadable = failure(
  'malformed_answer',
  "The model's answer cannot be read. If it happens again, check the URL of the model.",
);
const unreachable = failure(
  'unreachable',
  'The model cannot be reached. Try again; if it happens again, check the URL of the model.',
);
const modelFailed = failure('model_failed', 'The model failed to answer. Try again in a moment.');

/** Seconds that a response says to wait, at most a day. */
function retryAfterOf(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const text = headers?.['retry-after'];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : undefined;
}

const isAboutLength = /context[ _-]?(?:length|window)|maximum context|too many tokens|prompt is too long/i;

/** A response with an error. What it says is never passed on: it may quote the key, or the endpoint's own system. */
function failureOfStatus({ statusCode, responseHeaders, responseBody }: APICallError): AnswerFailure {
  if (statusCode === undefined) return unreachable;
  if (statusCode === 401 || statusCode === 403)
    return failure(
      'key_refused',
      'The model refuses its key. An owner of the organization or the operator can change it.',
    );
  if (statusCode === 429) {
    const seconds = retryAfterOf(responseHeaders);
    const when = seconds === undefined ? 'in a moment' : `in ${seconds} s`;
    return failure('rate_limited', `The model gets too many requests. Try again ${when}.`, seconds);
  }
  if (statusCode === 413 || (statusCode < 500 && isAboutLength.test(responseBody ?? '')))
    return failures.contextTooLong;
  if (statusCode === 404)
    return failure('model_not_found', 'There is no such model at this address. Check its URL and its name.');
  if (statusCode >= 500) return modelFailed;
  return failure(
    'request_refused',
    `The model refused the request (status ${statusCode}). Check its URL, its name, and whether it can call tools.`,
  );
}

/** An error within a stream, which has no status. */
function failureOfText(text: string): AnswerFailure {
  if (isAboutLength.test(text)) return failures.contextTooLong;
  if (/rate.?limit|too many requests/i.test(text))
    return failure('rate_limited', 'The model gets too many requests. Try again in a moment.');
  return modelFailed;
}

/** Codes of Node for a connection that failed, or whose certificate is not trusted. */
const isOfConnection = /^E[A-Z]+$|^ERR_(?:TLS|SSL)|CERT/;

type Sdk = Pick<typeof import('ai'), 'APICallError' | 'JSONParseError' | 'TypeValidationError'>;

/** What a thrown value means for the user. */
export function failureOf(error: unknown, sdk: Sdk): AnswerFailure {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof ModelAnswerError) {
      if (cause.reason === 'tooLong') return failures.tooLong;
      if (cause.reason === 'unreadable') return unreadable;
      return failure('unreachable', "The model's address is in this server's own network, which is not allowed here.");
    }
  }
  if (sdk.APICallError.isInstance(error)) return failureOfStatus(error);
  if (sdk.JSONParseError.isInstance(error) || sdk.TypeValidationError.isInstance(error)) return unreadable;
  if (error instanceof Error && isOfConnection.test(errorCode(error) ?? '')) return unreachable;
  return failureOfText(error instanceof Error ? error.message : (JSON.stringify(error) ?? ''));
}
