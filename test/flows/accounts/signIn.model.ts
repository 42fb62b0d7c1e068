import { signInSchema } from '../../../src/contract/accounts/credentials.ts';
import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { signInMachine } from '../../../src/machines/accounts/signIn/signIn.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const signInModel: Model<typeof signInMachine> = {
  machine: signInMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'form.touched': [{ type: 'form.touched' }],
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'password', value: 'countess' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: {
    lastMethod: [{ output: 'email' }, { error: refusal }],
    client: [{ output: undefined }, { error: refusal }],
    credentials: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ values }) => hasFieldErrors(fieldErrorsOf(signInSchema, values)),
  invariants: [
    {
      says: 'Nothing is sent that cannot be right.',
      when: (snapshot) => snapshot.matches({ form: 'signingIn' }),
      holds: ({ context }, { given }) =>
        !hasFieldErrors(fieldErrorsOf(signInSchema, context.values)) && given('credentials') !== undefined,
    },
    {
      says: 'The password is forgotten as soon as the session has begun.',
      when: (snapshot) => snapshot.matches({ form: 'signedIn' }),
      holds: ({ context }) => context.values.password === '',
    },
    {
      says: 'What was typed stays when it is refused.',
      when: (snapshot, { before }) =>
        before?.matches({ form: 'signingIn' }) === true && snapshot.matches({ form: 'editing' }),
      holds: ({ context }, { before }) => context.values === before?.context.values && context.failure !== null,
    },
  ],
};
