import { newPasswordSchema } from '../../../src/contract/accounts/newCredentials.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { resetPasswordMachine } from '../../../src/machines/accounts/resetPassword/resetPassword.machine.ts';
import { isAcceptable } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';

const expired = new FailureError({ code: 'otp_expired', message: 'Email link is invalid or has expired' });

export const resetPasswordModel: Model<typeof resetPasswordMachine> = {
  machine: resetPasswordMachine,
  input: (_, port) => screenInput({ port, query: { code: 'c0de', returnTo: '/projects' } }),
  events: {
    'field.changed': [{ type: 'field.changed', field: 'password', value: 'correct horse' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'link.retried': [{ type: 'link.retried' }],
    'strength.changed': [],
  },
  answers: {
    link: [
      { output: { session: true } },
      { output: { session: false, failure: null } },
      { output: { session: false, failure: failureOf(refusal) } },
      { error: expired },
    ],
    change: [{ output: undefined }, { error: refusal }],
    strength: [
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: weak } } },
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: strong } } },
    ],
  },
  distinguish: ({ values, strength, failure }) => [
    failure?.code,
    hasFieldErrors(fieldErrorsOf(newPasswordSchema, values)),
    strength.check?.score,
  ],
  invariants: [
    {
      says: 'No password is sent that cannot be right, or that is known to be too weak.',
      when: (snapshot, { before }) => before?.matches('saving') === false && snapshot.matches('saving'),
      holds: ({ context }) =>
        !hasFieldErrors(fieldErrorsOf(newPasswordSchema, context.values)) && isAcceptable(context.strength),
    },
    {
      says: 'The password is forgotten as soon as the server has taken it.',
      when: (snapshot) => snapshot.matches('changed'),
      holds: ({ context }) => context.values.password === '',
    },
    {
      says: 'The code of a link leaves the address as soon as it is used.',
      when: (snapshot, { before }) => snapshot.matches('opening') && before?.matches('opening') !== true,
      holds: (_, { sent }) =>
        sent.some(({ event }) => event.type === 'navigation.requested' && !JSON.stringify(event).includes('c0de')),
    },
  ],
};
