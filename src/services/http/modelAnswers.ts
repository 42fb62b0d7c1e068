import * as v from 'valibot';
import { answerEventSchema, type AnswerEvent, type AnswerRequest } from '../../contract/assistant/answer.ts';
import { assistantStatusSchema, type AssistantStatus } from '../../contract/assistant/assistantStatus.ts';
import type { AnswerFailure } from '../../contract/assistant/conversation.ts';
import { resourcePath } from '../../contract/cache/resources.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { get, stream } from './http.ts';

export const assistantPath = (ref: string): string => `${resourcePath({ name: 'project', params: { ref } })}/assistant`;

/** Which model answers for a project. */
export const readStatus = ({ ref }: { ref: string }, signal: AbortSignal): Promise<AssistantStatus> =>
  get(assistantPath(ref), assistantStatusSchema, { signal });

function eventOf(line: unknown): AnswerEvent {
  const result = v.safeParse(answerEventSchema, line);
  if (result.success) return result.output;
  throw new FailureError({ code: 'unexpected_answer', message: 'Unexpected response from the server.' });
}

/** What follows a whole answer; its text is in the events before. */
interface AnswerEnd {
  reason: Extract<AnswerEvent, { type: 'finish' }>['reason'];
}

/** Streams an answer of the model. Throws a failure with the endpoint's code where it is not whole. */
export async function streamAnswer(
  { ref, ...body }: AnswerRequest & { ref: string },
  receive: (event: Exclude<AnswerEvent, { type: 'finish' | 'failure' | 'begin' }>) => void,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  for await (const line of stream(`${assistantPath(ref)}/answer`, body, signal)) {
    const event = eventOf(line);
    if (event.type === 'finish') return { reason: event.reason };
    if (event.type === 'failure') throw Object.assign(new FailureError(event), { retryAfter: event.retryAfter });
    if (event.type !== 'begin') receive(event);
  }
  throw new FailureError({
    code: 'malformed_answer',
    message: 'The connection ended before the answer did. Try again.',
  });
}

/** What is told of a failure, and kept with the answer. */
export function answerFailure(error: unknown): AnswerFailure {
  const { code, message, description, requestId } = failureOf(error);
  const { retryAfter } = Object(error) as { retryAfter?: unknown };
  return {
    code,
    message,
    ...(description !== undefined && { description }),
    ...(requestId !== undefined && { requestId }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  };
}
