import { emptyPanelState, type Conversation } from '../../../src/contract/assistant/conversation.ts';
import { conversationStoreMachine } from '../../../src/machines/assistant/conversationStore/conversationStore.machine.ts';
import type { Model } from '../../support/paths.ts';

export const conversationOf = (change: Partial<Conversation> = {}): Conversation => ({
  id: 'c1',
  name: '',
  updatedAt: 0,
  level: null,
  toolsAllowed: false,
  ...emptyPanelState,
  editing: null,
  attachments: [],
  ...change,
});

export const full = { code: 'QuotaExceededError', message: 'The storage of this computer is full.' };

export const conversationStoreModel: Model<typeof conversationStoreMachine> = {
  machine: conversationStoreMachine,
  input: (_, port) => ({ ref: 'abc', port }),
  events: {
    'conversation.changed': [
      { type: 'conversation.changed', revision: 1, conversation: conversationOf() },
      { type: 'conversation.changed', revision: 2, conversation: conversationOf() },
    ],
    'conversation.deleted': [{ type: 'conversation.deleted', id: 'c1' }],
    'local.saved': [],
    'local.failed': [],
    'list.changed': [],
  },
  answers: {
    storage: [
      { sends: { type: 'local.saved', revision: 1 } },
      { sends: { type: 'local.failed', failure: full } },
      { sends: { type: 'list.changed', conversations: [] } },
      { error: new Error('This browser has no storage.') },
    ],
  },
  invariants: [
    {
      says: 'A conversation counts as stored only when its newest state has been written.',
      when: (snapshot, { before }) => before !== null && !before.matches('saved') && snapshot.matches('saved'),
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'port' && event.type === 'local.saved' && Number(event['revision']) >= context.revision,
        ),
    },
    {
      says: 'The storage has every change at once, so that a page that closes can still write it.',
      when: ({ context }, { before }) => before !== null && before.context.revision !== context.revision,
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'storage' && event.type === 'conversation.changed' && event['revision'] === context.revision,
        ),
    },
    {
      says: 'What could not be written is tried again for as long as there is a storage.',
      when: (snapshot) => snapshot.matches('unpersisted'),
      holds: (_, { timers, awaited }) => timers === 1 && awaited.includes('storage'),
    },
  ],
};
