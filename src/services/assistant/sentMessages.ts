import type { Message as SentMessage } from '../../contract/assistant/answer.ts';
import { assistantLimits } from '../../contract/assistant/assistantLimits.ts';
import { allowsAttachment } from '../../contract/assistant/attachments.ts';
import type { ContextLevel } from '../../contract/assistant/contextLevel.ts';
import type { Message } from '../../contract/assistant/conversation.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const outcomes = {
  asked: 'refused',
  allowed: 'refused',
  refused: 'refused',
  done: 'done',
  failed: 'failed',
  rejected: 'failed',
} as const;

/** An answer as the server takes it, with the results of its tools. */
function sentAnswer({ text, calls }: Extract<Message, { role: 'assistant' }>): SentMessage[] {
  if (text === '' && calls.length === 0) return [];
  const cut = text.slice(0, assistantLimits.messageChars);
  const answer: SentMessage = {
    role: 'assistant',
    text: cut,
    toolCalls: calls.map(({ id, name, arguments: input }) => ({ id, name, input })),
  };
  if (calls.length === 0) return [answer];
  const results = calls.map(({ id, name, state, text: output }) => ({
    id,
    name,
    outcome: outcomes[state],
    output: output === null ? null : parsed(output),
  }));
  return [answer, { role: 'tool', results }];
}

/**
 * The messages as the server takes them, from a question on: of a long conversation only the end is kept. An answer
 * that broke off and was asked for again is left out; so is what the chosen level does not allow.
 */
export function sentMessages(messages: readonly Message[], level: ContextLevel): SentMessage[] {
  const latest = messages
    .flatMap((message, index): SentMessage[] => {
      if (message.role === 'user') {
        const { text, attachments } = message;
        return [
          {
            role: 'user',
            text: text.slice(0, assistantLimits.messageChars),
            attachments: attachments.filter((attachment) => allowsAttachment(level, attachment)),
          },
        ];
      }
      const isAskedAgain = message.calls.length === 0 && messages[index + 1]?.role === 'assistant';
      return isAskedAgain ? [] : sentAnswer(message);
    })
    .slice(-assistantLimits.messages);
  const first = latest.findIndex(({ role }) => role === 'user');
  return first === -1 ? [] : latest.slice(first);
}
