import type { ProjectUser } from '../../../src/contract/auth/projectUser.ts';
import { newUserMachine, type UserCreated } from '../../../src/machines/auth/newUser/newUser.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const grace: ProjectUser = {
  id: '6f0a3a5e-6d0c-4c0e-9a53-6a4f3f3f3f3f',
  email: 'grace@example.com',
  phone: '',
  name: 'Grace Hopper',
  created_at: '2026-01-01T00:00:00Z',
  last_sign_in_at: null,
  confirmed_at: '2026-01-01T00:00:00Z',
  banned_until: null,
  providers: ['email'],
};

export const newUserModel: Model<typeof newUserMachine> = {
  machine: newUserMachine,
  input: (_, port) => ({ ref: 'abc', parent: port as unknown as Port<UserCreated | { type: 'creation.cancelled' }> }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'email', value: grace.email },
      { type: 'field.changed', field: 'password', value: 'correct horse battery staple' },
      { type: 'field.changed', field: 'email_confirm', value: false },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.left': [{ type: 'form.left' }],
  },
  answers: {
    draft: [{ output: null }, { output: { email: grace.email, email_confirm: false } }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    leaving: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    user: [{ output: grace }, { error: refusal }],
  },
  distinguish: ({ values }) => [values.email !== '', values.password !== ''],
  invariants: [
    {
      says: 'Only an address with a password is sent.',
      when: (snapshot, { before }) => snapshot.matches('creating') && before?.matches('creating') !== true,
      holds: ({ context: { values } }) => values.email !== '' && values.password !== '',
    },
    {
      says: 'The list hears of the user.',
      when: (snapshot, { before }) => snapshot.matches('created') && before?.matches('created') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'user.created'),
    },
  ],
};
