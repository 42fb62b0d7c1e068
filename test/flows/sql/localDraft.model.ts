import { localDraftMachine } from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import type { Model } from '../../support/paths.ts';

export const draft = { name: 'Orders', sql: 'select * from orders', baseVersion: 3 };

export const localDraftModel: Model<typeof localDraftMachine> = {
  machine: localDraftMachine,
  input: (_, port) => ({ ref: 'abc', id: 'q1', port }),
  events: {
    'text.changed': [
      { type: 'text.changed', revision: 1, draft },
      { type: 'text.changed', revision: 2, draft },
    ],
    'text.saved': [{ type: 'text.saved', revision: 1, version: 4 }],
    'localSave.requested': [{ type: 'localSave.requested' }],
    'local.saved': [],
    'local.failed': [],
    'otherTab.edited': [],
    'otherTab.settled': [],
    'otherTab.saved': [],
    'network.returned': [],
    'page.hidden': [],
  },
  answers: {
    storage: [
      { sends: { type: 'local.saved', revision: 1 } },
      {
        sends: {
          type: 'local.failed',
          failure: { code: 'QuotaExceededError', message: 'The storage of this computer is full.' },
        },
      },
      { sends: { type: 'otherTab.edited' } },
      { sends: { type: 'otherTab.settled' } },
      { sends: { type: 'otherTab.saved', version: 5 } },
      { sends: { type: 'network.returned' } },
      { sends: { type: 'page.hidden' } },
      { error: new Error('This browser has no storage.') },
    ],
  },
  invariants: [
    {
      says: 'A text counts as kept only when its newest revision has been written.',
      when: (snapshot, { before }) => before !== null && !before.matches('saved') && snapshot.matches('saved'),
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'port' && event.type === 'local.saved' && Number(event['revision']) >= context.revision,
        ),
    },
    {
      says: 'The storage has every text at once, so that a page that closes can still write it.',
      when: ({ context }, { before }) => before !== null && before.context.revision !== context.revision,
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'storage' && event.type === 'text.changed' && event['revision'] === context.revision,
        ),
    },
    {
      says: 'What could not be written is tried again for as long as there is a storage.',
      when: (snapshot) => snapshot.matches('unpersisted'),
      holds: (_, { timers, awaited }) => timers === 1 && awaited.includes('storage'),
    },
  ],
};
