import { failureOf } from '../../../src/contract/common/apiError.ts';
import { externalSignInMachine } from '../../../src/machines/accounts/externalSignIn/externalSignIn.machine.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

/** The provider sent the browser back with a code. */
export const externalSignInInput = (port: AppPort) => ({
  ...screenInput({ port, query: { code: 'c0de', returnTo: '/projects' } }),
  params: { provider: 'github' },
});

export const externalSignInModel: Model<typeof externalSignInMachine> = {
  machine: externalSignInMachine,
  input: (_, port) => externalSignInInput(port),
  events: { 'signIn.retried': [{ type: 'signIn.retried' }] },
  answers: {
    answer: [
      { output: { session: true } },
      { output: { session: false, failure: null } },
      { output: { session: false, failure: failureOf(refusal) } },
      { error: refusal },
    ],
    departure: [{ error: refusal }],
  },
  invariants: [
    {
      says: 'A refusal says why.',
      when: (snapshot) => snapshot.matches('refused'),
      holds: ({ context }) => context.failure !== null,
    },
  ],
};
