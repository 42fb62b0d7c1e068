import { signUpSchema } from '../../../src/contract/accounts/newCredentials.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { signUpMachine } from '../../../src/machines/accounts/signUp/signUp.machine.ts';
import { isAcceptable } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';

export const closed = new FailureError({ code: 'signup_disabled', message: 'Signups not allowed for this instance' });

export const signUpModel: Model<typeof signUpMachine> = {
  machine: signUpMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'pendingCode.loaded': [],
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'password', value: 'correct horse' },
    ],
    'password.focused': [{ type: 'password.focused' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'strength.changed': [],
    'code.accepted': [],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: 'ada@example.com', sentAt: 0 } } },
    ],
    client: [{ output: undefined }, { error: refusal }],
    account: [{ output: 'signedIn' }, { output: 'mailSent' }, { error: refusal }, { error: closed }],
    code: [{ sends: { type: 'code.accepted' } }],
    strength: [
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: weak } } },
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: strong } } },
    ],
  },
  distinguish: ({ values, strength }) => [hasFieldErrors(fieldErrorsOf(signUpSchema, values)), strength.check?.score],
  invariants: [
    {
      says: 'No account is asked for with values that cannot be right, or with a password that is known to be too weak.',
      when: (snapshot, { before }) =>
        before?.matches({ form: 'signingUp' }) === false && snapshot.matches({ form: 'signingUp' }),
      holds: ({ context }) =>
        !hasFieldErrors(fieldErrorsOf(signUpSchema, context.values)) && isAcceptable(context.strength),
    },
    {
      says: 'The password is forgotten as soon as the server has taken it.',
      when: (snapshot, { before }) =>
        before?.matches({ form: 'signingUp' }) === true &&
        (snapshot.matches({ form: 'signedIn' }) || snapshot.matches({ form: 'mailSent' })),
      holds: ({ context }) => context.values.password === '',
    },
    {
      says: 'What was typed stays when it is refused.',
      when: (snapshot, { before }) =>
        before?.matches({ form: 'signingUp' }) === true && snapshot.matches({ form: 'filling' }),
      holds: ({ context }, { before }) => context.values === before?.context.values && context.failure !== null,
    },
  ],
};
