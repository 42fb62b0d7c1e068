import {
  userPasswordMachine,
  type PasswordSaved,
} from '../../../src/machines/auth/userPassword/userPassword.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { grace } from './newUser.model.ts';

export const userPasswordModel: Model<typeof userPasswordMachine> = {
  machine: userPasswordMachine,
  input: (_, port) => ({ ref: 'abc', id: grace.id, parent: port as unknown as Port<PasswordSaved> }),
  events: {
    'field.changed': [{ type: 'field.changed', field: 'password', value: 'correct horse battery staple' }],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: { save: [{ output: grace }, { error: refusal }] },
  distinguish: ({ values }) => values.password !== '',
  invariants: [
    {
      says: 'An empty password is not sent.',
      when: (snapshot) => snapshot.matches('saving'),
      holds: ({ context: { values } }) => values.password !== '',
    },
  ],
};
