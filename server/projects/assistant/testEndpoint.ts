import type { Logger } from 'pino';
import type { TestedEndpoint } from '../../../src/contract/assistant/assistantEndpoint.ts';
import type { ChosenEndpoint } from '../../platform/assistantEndpoints.ts';
import { streamAnswer } from './answer.ts';

/** A model that takes longer for a word is not usable. */
const limits = { silenceMs: 20_000, durationMs: 20_000 };

/** Asks a model for a word, as the assistant asks it, and leaves as soon as the word begins. */
export async function testEndpoint(endpoint: ChosenEndpoint, left: AbortSignal, log: Logger): Promise<TestedEndpoint> {
  const begun = performance.now();
  const events = streamAnswer({
    endpoint,
    instructions: 'Answer with the word OK.',
    messages: [{ role: 'user', content: 'Can you read this?' }],
    level: 'none',
    hasTools: false,
    begin: { model: endpoint.model, tables: null, messagesLeftOut: 0 },
    limits,
    left,
    log,
  });
  for await (const event of events) {
    if (event.type === 'failure') return { answeredMs: null, failure: { code: event.code, message: event.message } };
    if (event.type === 'text' || event.type === 'finish')
      return { answeredMs: Math.round(performance.now() - begun), failure: null };
  }
  return { answeredMs: null, failure: { code: 'unexpected', message: 'The test was ended.' } };
}
