import { secretMachine } from '../../src/machines/secret/secret.machine.ts';
import type { Model } from '../support/paths.ts';

export const secretModel: Model<typeof secretMachine> = {
  machine: secretMachine,
  events: {
    'secret.revealed': [{ type: 'secret.revealed' }],
    'secret.concealed': [{ type: 'secret.concealed' }],
  },
  answers: {},
};
