import { addressSearchMachine } from '../../../src/machines/parts/addressSearch/addressSearch.machine.ts';
import type { Model } from '../../support/paths.ts';

export const addressSearchModel: Model<typeof addressSearchMachine> = {
  machine: addressSearchMachine,
  input: () => undefined,
  events: {
    'text.typed': [
      { type: 'text.typed', text: 'orders' },
      { type: 'text.typed', text: '' },
    ],
    'text.finished': [{ type: 'text.finished' }],
    'text.dropped': [{ type: 'text.dropped' }],
  },
  answers: { address: [{ output: undefined }, { error: new Error('Too many changes') }] },
  distinguish: ({ typed }) => typed,
  invariants: [
    {
      says: 'What was typed is held exactly as long as the address may not have it.',
      holds: (snapshot) => (snapshot.context.typed === null) === snapshot.matches('mirrored'),
    },
    {
      says: 'The address is written once at a time.',
      holds: (snapshot, { awaited }) => (awaited.length === 1) === snapshot.matches('writing'),
    },
  ],
};
