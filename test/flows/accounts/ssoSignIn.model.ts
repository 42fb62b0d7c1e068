import { emailRequestSchema } from '../../../src/contract/accounts/emailRequest.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { ssoSignInMachine } from '../../../src/machines/accounts/ssoSignIn/ssoSignIn.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const ssoSignInModel: Model<typeof ssoSignInMachine> = {
  machine: ssoSignInMachine,
  input: (_, port) => screenInput({ port, query: { code: 'c0de', returnTo: '/projects' } }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@acme.example' },
      { type: 'field.changed', field: 'email', value: 'ada' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: {
    answer: [
      { output: { session: true } },
      { output: { session: false, failure: null } },
      { output: { session: false, failure: failureOf(refusal) } },
      { error: refusal },
    ],
    departure: [{ error: refusal }],
  },
  distinguish: ({ values, failure }) => [
    hasFieldErrors(fieldErrorsOf(emailRequestSchema, values)),
    values.email !== '',
    failure !== null,
  ],
  invariants: [
    {
      says: 'The browser leaves only with an address whose domain names a provider.',
      when: (snapshot) => snapshot.matches('leaving'),
      holds: ({ context }) => context.values.email.includes('@'),
    },
  ],
};
