import { passwordChangeSchema } from '../../../src/contract/accounts/newCredentials.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { passwordChangeMachine } from '../../../src/machines/accounts/passwordChange/passwordChange.machine.ts';
import { isAcceptable } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';
import { proofRefusal } from './identityCheck.model.ts';

export const currentNeeded = new FailureError({ code: 'current_password_required', message: 'And the current one?' });
export const codeNeeded = new FailureError({ code: 'reauthentication_needed', message: 'Who are you?' });

export const passwordChangeModel: Model<typeof passwordChangeMachine> = {
  machine: passwordChangeMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'password', value: 'correct horse' },
      { type: 'field.changed', field: 'currentPassword', value: 'countess' },
      { type: 'field.changed', field: 'nonce', value: '123456' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'strength.changed': [],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    change: [
      { output: undefined },
      { error: refusal },
      { error: currentNeeded },
      { error: codeNeeded },
      { error: proofRefusal },
    ],
    check: [{ sends: { type: 'identity.verified' } }],
    code: [{ output: undefined }, { error: refusal }],
    strength: [
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: weak } } },
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: strong } } },
    ],
  },
  distinguish: ({ values, asksCurrent, asksCode, strength }) => [
    hasFieldErrors(fieldErrorsOf(passwordChangeSchema, values)),
    asksCurrent,
    asksCode,
    strength.check?.score,
  ],
  invariants: [
    {
      says: 'No password is sent that is known to be too weak, and no proof that the server did not ask for.',
      when: (snapshot, { before }) => before?.matches('saving') === false && snapshot.matches('saving'),
      holds: ({ context }, { before }) =>
        isAcceptable(context.strength) &&
        context.asksCurrent === before?.context.asksCurrent &&
        context.asksCode === before.context.asksCode,
    },
    {
      says: 'All passwords are forgotten as soon as the server has taken the new one.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'toast.requested'),
      holds: ({ context }) => Object.values(context.values).every((value) => value === ''),
    },
    {
      says: 'What was typed stays when it is refused.',
      when: (snapshot, { before, sent }) =>
        before?.matches('saving') === true &&
        !snapshot.matches('saving') &&
        !snapshot.matches('checkingIdentity') &&
        !sent.some(({ event }) => event.type === 'toast.requested'),
      holds: ({ context }, { before }) => context.values === before?.context.values && context.failure !== null,
    },
  ],
};
