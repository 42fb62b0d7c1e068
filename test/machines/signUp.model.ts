import { signUpSchema } from '../../src/contract/credentials.ts';
import { hasProblems, problemsOf } from '../../src/contract/problems.ts';
import { signUpMachine } from '../../src/machines/signUp/signUp.machine.ts';
import { FailureError } from '../../src/services/failureError.ts';
import { refusal, screenInput } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';
import { strong, weak } from './passwordStrength.model.ts';

export const closed = new FailureError({ code: 'signup_disabled', message: 'Signups not allowed for this instance' });

export const signUpModel: Model<typeof signUpMachine> = {
  machine: signUpMachine,
  input: (_, port) => screenInput({ parent: port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'password', value: 'correct horse' },
    ],
    'password.focused': [{ type: 'password.focused' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'strength.changed': [],
  },
  answers: {
    client: [{ output: undefined }, { error: refusal }],
    account: [{ output: 'signedIn' }, { output: 'mailSent' }, { error: refusal }, { error: closed }],
    secret: [],
    strength: [
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: weak } } },
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: strong } } },
    ],
  },
  distinguish: ({ values, strength }) => [hasProblems(problemsOf(signUpSchema, values)), strength.check?.score],
};
