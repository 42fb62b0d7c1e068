import { inspectorPublisherMachine } from '../../../src/machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import type { Model } from '../../support/paths.ts';

export const inspectorPublisherModel: Model<typeof inspectorPublisherMachine> = {
  machine: inspectorPublisherMachine,
  input: () => undefined,
  events: {
    'publishing.requested': [],
    'window.opened': [],
    'window.listened': [],
    'window.closed': [],
    'window.requested': [
      { type: 'window.requested', page: 'stately' },
      { type: 'window.requested', page: 'own' },
    ],
    'streaming.confirmed': [{ type: 'streaming.confirmed' }],
    'streaming.declined': [{ type: 'streaming.declined' }],
    'failure.dismissed': [{ type: 'failure.dismissed' }],
  },
  answers: {
    asks: [{ sends: { type: 'publishing.requested' } }, { error: new Error('No messages here.') }],
    publish: [
      { sends: { type: 'window.opened', page: 'own' } },
      { sends: { type: 'window.listened' } },
      { sends: { type: 'window.closed' } },
      { error: new Error('The browser has blocked the new window.') },
    ],
  },
  distinguish: ({ page, failure }) => [page, failure !== null],
  invariants: [
    {
      says: 'No event goes to a page on the internet that the user has not agreed to.',
      when: (snapshot, { before }) =>
        snapshot.matches('publishing') &&
        snapshot.context.page === 'stately' &&
        before?.matches('publishing') === false,
      holds: (_, { event }) => event?.type === 'streaming.confirmed',
    },
    {
      says: 'One window is told at a time, and then nobody else is asked.',
      when: (_, { awaited }) => awaited.length > 0,
      holds: (snapshot, { awaited }) =>
        awaited.length === 1 && awaited.includes('publish') === snapshot.matches('publishing'),
    },
    {
      says: 'Why a window did not open is said until another one is tried, or somebody has read it.',
      when: (_, { before }) => before !== null && before.context.failure !== null,
      holds: (snapshot, { before }) =>
        snapshot.context.failure === before?.context.failure ||
        snapshot.matches('asking') ||
        snapshot.matches('publishing') ||
        snapshot.matches('idle'),
    },
  ],
};
