import type { AssistantRequest } from '../../../src/contract/assistant/conversation.ts';
import {
  assistantProjectMachine,
  isEditing,
  type OpenedConversations,
} from '../../../src/machines/assistant/assistantProject/assistantProject.machine.ts';
import type { Model } from '../../support/paths.ts';
import { answerOf, questionOf } from './conversation.model.ts';
import { conversationOf, full } from './conversationStore.model.ts';

export const messages = [questionOf('q', 'How many orders?'), answerOf('a', { text: '3' })];

export const opened: OpenedConversations = {
  seed: 't1',
  conversations: [],
  conversation: conversationOf({ id: 'c1', name: 'Orders', messages }),
  keeps: false,
};

export const asked: AssistantRequest = {
  text: 'Explain this error',
  attachments: [{ kind: 'table', schema: 'public', name: 'orders' }],
  state: { entity: { id: 'table:orders' } },
};

export const assistantProjectModel: Model<typeof assistantProjectMachine> = {
  machine: assistantProjectMachine,
  input: (now, port) => ({ ref: 'abc', port, panel: port, now, request: null }),
  events: {
    'messages.changed': [],
    'question.taken': [],
    'local.saved': [],
    'local.failed': [],
    'list.changed': [],
    'request.received': [{ type: 'request.received', request: asked }],
    'state.updated': [
      { type: 'state.updated', change: { initialInput: 'How many?' } },
      { type: 'state.updated', change: { initialInput: '' } },
      { type: 'state.updated', change: { tables: [{ schema: 'public', name: 'orders' }] } },
    ],
    'state.reset': [{ type: 'state.reset' }],
    'level.chosen': [{ type: 'level.chosen', level: 'data' }],
    'attachment.added': [{ type: 'attachment.added', attachment: { kind: 'table', schema: 'public', name: 'users' } }],
    'attachment.removed': [{ type: 'attachment.removed', index: 0 }],
    'question.sent': [{ type: 'question.sent' }],
    'edit.begun': [{ type: 'edit.begun', id: 'q' }],
    'edit.cancelled': [{ type: 'edit.cancelled' }],
    'conversation.newRequested': [{ type: 'conversation.newRequested' }],
    'conversation.chosen': [
      { type: 'conversation.chosen', id: 'c2' },
      { type: 'conversation.chosen', id: 'c1' },
    ],
    'conversation.renamed': [{ type: 'conversation.renamed', typed: 'Sales' }],
    'conversation.branched': [{ type: 'conversation.branched', messageId: 'a' }],
    'question.moved': [{ type: 'question.moved', id: 'q' }],
    'deletion.requested': [{ type: 'deletion.requested' }],
    'deletion.confirmed': [{ type: 'deletion.confirmed' }],
    'deletion.cancelled': [{ type: 'deletion.cancelled' }],
    'sql.inserted': [{ type: 'sql.inserted', sql: 'select 1' }],
  },
  answers: {
    loading: [{ output: opened }, { error: new Error('This browser has no storage.') }],
    storage: [
      { sends: { type: 'local.saved', revision: 1 } },
      { sends: { type: 'local.failed', failure: full } },
      { sends: { type: 'list.changed', conversations: [] } },
    ],
    chat: [
      { sends: { type: 'messages.changed', messages, toolsAllowed: false } },
      { sends: { type: 'question.taken' } },
    ],
    blockRun: [],
    services: [],
    opening: [{ output: conversationOf({ id: 'c2' }) }, { error: new Error('gone') }],
  },
  distinguish: ({ conversation }) => ({
    isFirst: conversation.id === 'c1',
    used: conversation.messages.length > 0 || conversation.name !== '',
    typed: conversation.initialInput !== '',
    attached: conversation.attachments.length > 0,
    editing: isEditing(conversation),
  }),
  limit: 4_000,
  invariants: [
    {
      says: 'Every change of a conversation reaches the storage in the same step.',
      when: ({ context }, { before }) => before !== null && before.context.revision !== context.revision,
      holds: ({ context }, { sent }) =>
        sent.some(({ to, event }) => to === 'storage' && event['revision'] === context.revision),
    },
    {
      says: 'Another entity clears the content.',
      when: ({ context }, { before }) =>
        before !== null &&
        before.context.conversation.id === context.conversation.id &&
        before.context.conversation.entity?.id !== context.conversation.entity?.id,
      holds: ({ context }) => context.conversation.content === '',
    },
    {
      says: 'A question stays in the field until the conversation has taken it.',
      when: (_, { event }) => event?.type === 'question.sent',
      holds: ({ context }, { before }) =>
        context.conversation.initialInput === before?.context.conversation.initialInput,
    },
    {
      says: 'A deleted conversation is deleted from this browser.',
      when: (_, { event, before }) =>
        event?.type === 'deletion.confirmed' && before?.matches({ loaded: 'chatting' }) === true,
      holds: (_, { sent }) => sent.some(({ to, event }) => to === 'storage' && event.type === 'conversation.deleted'),
    },
  ],
};
