import { disclosureMachine } from '../../../src/machines/parts/disclosure/disclosure.machine.ts';
import type { Model } from '../../support/paths.ts';

export const disclosureModel: Model<typeof disclosureMachine> = {
  machine: disclosureMachine,
  events: {
    'secret.revealed': [{ type: 'secret.revealed' }],
    'secret.concealed': [{ type: 'secret.concealed' }],
  },
  answers: {},
  invariants: [
    {
      says: 'It begins hidden, wherever it is used.',
      when: (_, { before }) => before === null,
      holds: (snapshot) => snapshot.matches('concealed'),
    },
    {
      says: 'It knows nothing of what it hides, and tells nobody.',
      holds: ({ context }, { sent, awaited }) =>
        Object.keys(context).length === 0 && sent.length === 0 && awaited.length === 0,
    },
  ],
};
