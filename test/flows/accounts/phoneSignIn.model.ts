import { phoneSignInSchema } from '../../../src/contract/accounts/phone.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { phoneSignInMachine } from '../../../src/machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const phoneSignInModel: Model<typeof phoneSignInMachine> = {
  machine: phoneSignInMachine,
  input: (now, port) => screenInput({ port, now }),
  events: {
    'pendingCode.loaded': [],
    'field.changed': [
      { type: 'field.changed', field: 'phone', value: '+41 79 123 45 67' },
      { type: 'field.changed', field: 'password', value: 'secret' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'code.requested': [{ type: 'code.requested' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'code.accepted': [],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: '+41791234567', sentAt: 0 } } },
    ],
    credentials: [{ output: undefined }, { error: refusal }],
    request: [{ output: undefined }, { error: refusal }],
    code: [{ sends: { type: 'code.accepted' } }],
  },
  distinguish: ({ values }) => [values.phone !== '', hasFieldErrors(fieldErrorsOf(phoneSignInSchema, values))],
  invariants: [
    {
      says: 'No SMS is requested for what cannot be a number.',
      when: (snapshot) => snapshot.matches('requesting'),
      holds: ({ context }) => context.values.phone !== '',
    },
    {
      says: 'The password does not stay once the session has begun.',
      when: (snapshot) => snapshot.matches('signedIn'),
      holds: ({ context }) => context.values.password === '',
    },
  ],
};
