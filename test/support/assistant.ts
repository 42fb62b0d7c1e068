/** Helpers for tests of the assistant over HTTP. */
import type { AnswerEvent, AnswerRequest } from '../../src/contract/assistant/answer.ts';
import type { ContextLevel } from '../../src/contract/assistant/contextLevel.ts';
import type { Answer, TestUser } from './server.ts';

const eventsOf = (text: string): AnswerEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AnswerEvent);

/** Asks, and returns all events of the answer. */
export async function ask(
  user: TestUser,
  ref: string,
  text: string,
  more: Partial<AnswerRequest> = {},
): Promise<AnswerEvent[]> {
  const { status, text: answer } = await user.send('POST', `/api/platform/projects/${ref}/assistant/answer`, {
    json: { messages: [{ role: 'user', text }], context: 'none', ...more },
  });
  if (status !== 200) throw new Error(`${status}: ${answer}`);
  return eventsOf(answer);
}

export const textOf = (events: readonly AnswerEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

export const lastOf = (events: readonly AnswerEvent[]): AnswerEvent | undefined => events.at(-1);

export const runTool = (
  user: TestUser,
  ref: string,
  name: string,
  input: unknown,
  context: ContextLevel = 'data',
): Promise<Answer> =>
  user.send('POST', `/api/platform/projects/${ref}/assistant/tools/${name}?context=${context}`, { json: input });
