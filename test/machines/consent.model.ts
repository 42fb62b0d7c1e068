import { consentMachine } from '../../src/machines/consent/consent.machine.ts';
import type { Model } from '../support/paths.ts';

export const consentModel: Model<typeof consentMachine> = {
  machine: consentMachine,
  input: (_, port) => ({ platformMode: true, parent: port }),
  events: {
    'choice.found': [],
    'question.answered': [{ type: 'question.answered', choice: true }, { type: 'question.answered', choice: false }],
    'choice.made': [{ type: 'choice.made', choice: true }, { type: 'choice.made', choice: false }],
  },
  answers: {
    storage: [
      { sends: { type: 'choice.found', choice: null } },
      { sends: { type: 'choice.found', choice: true } },
      { sends: { type: 'choice.found', choice: false } },
      { error: new Error('no storage here') },
    ],
  },
};
