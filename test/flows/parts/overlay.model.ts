import { overlayMachine } from '../../../src/machines/parts/overlay/overlay.machine.ts';
import type { Model } from '../../support/paths.ts';

export const overlayModel: Model<typeof overlayMachine> = {
  machine: overlayMachine,
  input: (_, port) => ({ name: 'help', title: 'the help', port }),
  events: {
    'overlay.opened': [{ type: 'overlay.opened' }],
    'overlay.toggled': [{ type: 'overlay.toggled' }],
    'overlay.closed': [{ type: 'overlay.closed' }],
    'page.changed': [{ type: 'page.changed' }],
  },
  answers: { chunk: [{ output: undefined }, { error: new Error('offline') }] },
  invariants: [
    {
      says: 'Nothing is fetched before it is asked for, nor twice at a time.',
      holds: (snapshot, { awaited }) => awaited.includes('chunk') === snapshot.matches('loading'),
    },
    {
      says: 'Every press of its key turns it from closed to open or on its way there, and back.',
      when: (_, { event }) => event?.type === 'overlay.toggled',
      holds: (snapshot, { before }) => snapshot.matches('closed') !== before?.matches('closed'),
    },
    {
      says: 'It never stays open over another page.',
      when: (_, { event }) => event?.type === 'page.changed',
      holds: (snapshot) => snapshot.matches('closed'),
    },
  ],
};
