import { expect, it } from 'vitest';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { Message } from '../../../src/contract/assistant/conversation.ts';
import { sentMessages } from '../../../src/services/assistant/sentMessages.ts';

const question = (id: string): Message => ({ role: 'user', id, text: id, attachments: [], createdAt: 0 });
const answer = (id: string): Message => ({
  role: 'assistant',
  id,
  text: id,
  calls: [],
  ending: 'complete',
  failure: null,
  usage: null,
  createdAt: 0,
});

it('begins with a question, also where only the end of a conversation is kept', () => {
  expect(sentMessages([answer('a'), question('q'), answer('b')], 'schema').map(({ role }) => role)).toEqual([
    'user',
    'assistant',
  ]);
  const asked = Array.from({ length: assistantLimits.messages }, (_, index) => question(`q${index}`));
  const long = [question('first'), answer('cut'), ...asked.slice(1)];
  expect(sentMessages(long, 'schema')[0]).toMatchObject({ role: 'user', text: 'q1' });
  expect(sentMessages([answer('a')], 'schema')).toEqual([]);
});
