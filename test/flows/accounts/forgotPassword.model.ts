import { emailRequestSchema } from '../../../src/contract/accounts/emailRequest.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { forgotPasswordMachine } from '../../../src/machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const forgotPasswordModel: Model<typeof forgotPasswordMachine> = {
  machine: forgotPasswordMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'pendingCode.loaded': [],
    'field.changed': [{ type: 'field.changed', field: 'email', value: 'ada@example.com' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'code.accepted': [],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: 'ada@example.com', sentAt: 0 } } },
    ],
    request: [{ output: undefined }, { error: refusal }],
    code: [{ sends: { type: 'code.accepted' } }],
  },
  distinguish: ({ values }) => hasFieldErrors(fieldErrorsOf(emailRequestSchema, values)),
  invariants: [
    {
      says: 'No email is requested for what cannot be an address.',
      when: (snapshot) => snapshot.matches('requesting'),
      holds: ({ context }) => !hasFieldErrors(fieldErrorsOf(emailRequestSchema, context.values)),
    },
    {
      says: 'Whoever typed the code goes on to the new password.',
      when: (snapshot, { before }) => before?.matches('mailSent') === true && snapshot.matches('verified'),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'navigation.requested'),
    },
    {
      says: 'The address stays, whatever becomes of the email.',
      when: (_, { before }) => before !== null && !before.matches('editing') && !before.matches('reading'),
      holds: ({ context }, { before }) => context.values === before?.context.values,
    },
  ],
};
