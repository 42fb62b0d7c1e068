import type { Answer, Message, Question, ToolCall } from '../../../src/contract/assistant/conversation.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import {
  conversationMachine,
  currentCall,
  lastAnswer,
  toolRounds,
  type AnswerRequest,
} from '../../../src/machines/assistant/conversation/conversation.machine.ts';
import type { Model } from '../../support/paths.ts';

export const rateLimited = { code: 429, message: 'The model takes no more requests for 20 s.' };

export const questionOf = (id: string, text: string): Question => ({
  role: 'user',
  id,
  text,
  attachments: [],
  createdAt: 0,
});

export const answerOf = (id: string, change: Partial<Answer> = {}): Answer => ({
  role: 'assistant',
  id,
  text: '',
  calls: [],
  ending: 'complete',
  failure: null,
  usage: null,
  createdAt: 0,
  ...change,
});

export const call = { id: 'k1', name: 'listTables', arguments: { schema: 'public' }, problem: null };

export const nothingAtHand = { tables: [], queries: [] };

export const restored = (messages: readonly Message[], toolsAllowed = false) =>
  ({ type: 'messages.restored', messages, level: 'schema', screen: nothingAtHand, toolsAllowed }) as const;

const ask = (text: string) =>
  ({ type: 'question.asked', question: { text, attachments: [] }, level: 'schema' }) as const;

export const conversationModel: Model<typeof conversationMachine> = {
  machine: conversationMachine,
  input: (now, port) => ({
    ref: 'abc',
    seed: 's',
    now,
    port,
  }),
  events: {
    'messages.restored': [
      restored([questionOf('q', 'How many?'), answerOf('a', { text: '3' })]),
      restored([
        questionOf('q', 'How many?'),
        answerOf('a', { text: 'There', ending: 'open', calls: [{ ...call, state: 'asked', text: null }] }),
      ]),
      restored([questionOf('q', 'How many?'), answerOf('a', { ending: 'failed', failure: rateLimited })]),
      restored([questionOf('q', 'How many?')]),
      restored([
        questionOf('q', 'How many?'),
        answerOf('a', { ending: 'calls', calls: [{ ...call, state: 'allowed', text: null }] }),
      ]),
    ],
    'question.asked': [ask('How many orders?'), ask('  ')],
    'question.edited': [
      { type: 'question.edited', id: 'q', question: { text: 'How many users?', attachments: [] } },
      { type: 'question.edited', id: 'q', question: { text: ' ', attachments: [] } },
    ],
    'answer.retried': [{ type: 'answer.retried' }],
    'stop.requested': [{ type: 'stop.requested' }],
    'call.allowed': [
      { type: 'call.allowed', always: false },
      { type: 'call.allowed', always: true },
    ],
    'call.refused': [
      { type: 'call.refused', all: false },
      { type: 'call.refused', all: true },
    ],
    'answer.continued': [{ type: 'answer.continued' }],
    'consent.withdrawn': [{ type: 'consent.withdrawn' }],
    'level.changed': [{ type: 'level.changed', level: 'none' }],
    'screen.changed': [{ type: 'screen.changed', screen: { tables: [], queries: ['select 1'] } }],
    'answer.grown': [],
    'tool.called': [],
    'usage.counted': [],
    'answer.finished': [],
    'answer.failed': [],
    'answer.cut': [],
  },
  answers: {
    answer: [
      { sends: { type: 'answer.grown', text: 'There are' } },
      { sends: { type: 'tool.called', call } },
      { sends: { type: 'tool.called', call: { ...call, problem: 'There is no such tool.' } } },
      { sends: { type: 'usage.counted', usage: { inputTokens: 10, outputTokens: 2 } } },
      { sends: { type: 'answer.finished', text: 'There are 3.', reason: 'complete' } },
      { sends: { type: 'answer.finished', text: '', reason: 'calls' } },
      { sends: { type: 'answer.finished', text: 'There are', reason: 'length' } },
      { sends: { type: 'answer.failed', text: 'There', failure: rateLimited } },
      { sends: { type: 'answer.cut', text: 'There are' } },
      { error: new Error('The service has a defect.') },
    ],
    tool: [
      { output: { outcome: 'done', text: '[]' } },
      { error: new FailureError({ code: 400, message: 'Unknown schema.' }) },
    ],
  },
  distinguish: ({ messages, toolsAllowed }) => ({
    asked: messages.length > 0,
    last: messages.at(-1)?.role,
    begun: (lastAnswer(messages)?.text ?? '') !== '',
    partial: ['length', 'stopped', 'interrupted', 'failed'].includes(lastAnswer(messages)?.ending ?? ''),
    called: (lastAnswer(messages)?.calls.length ?? 0) > 0,
    open: Math.min(2, lastAnswer(messages)?.calls.filter(({ text }) => text === null).length ?? 0),
    isRunning: currentCall(messages)?.state,
    tooMany: (messages.length - 1 - messages.findLastIndex(({ role }) => role === 'user')) % toolRounds === 0,
    toolsAllowed,
  }),
  invariants: [
    {
      says: 'No tool runs without consent.',
      when: (_, { awaited }) => awaited.includes('tool'),
      holds: ({ context }) => currentCall(context.messages)?.state === 'allowed',
    },
    {
      says: 'A tool runs with exactly the arguments that the user saw.',
      when: (_, { awaited }) => awaited.includes('tool'),
      holds: (_, { given }) => (given('tool') as { call: ToolCall }).call.arguments === call.arguments,
    },
    {
      says: 'Every request to the model begins with a question.',
      when: (_, { awaited }) => awaited.includes('answer'),
      holds: (_, { given }) => {
        const { messages } = given('answer') as AnswerRequest;
        return messages[0]?.role === 'user';
      },
    },
    {
      says: 'What has come of an answer stays when it fails or is stopped.',
      when: (snapshot, { before }) =>
        before?.matches('answering') === true && snapshot.matches('ready') && !snapshot.matches({ ready: 'idle' }),
      holds: ({ context }) => lastAnswer(context.messages) !== null,
    },
    {
      says: 'Every change that must survive a reload is reported.',
      when: (snapshot, { before }) => before !== null && before.matches('answering') !== snapshot.matches('answering'),
      holds: (_, { sent }) => sent.some(({ to, event }) => to === 'port' && event.type === 'messages.changed'),
    },
  ],
};
