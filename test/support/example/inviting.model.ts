import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { Invariant, Model } from '../paths.ts';
import { invitingMachine } from './inviting.machine.ts';

export const refusedField = new FailureError({
  code: 400,
  message: 'Already a member.',
  fields: { invited_email: 'This person is a member already.' },
});

const invariants: readonly Invariant<typeof invitingMachine>[] = [
  {
    says: 'An invalid request is never sent.',
    when: (_, { awaited }) => awaited.includes('invite'),
    holds: ({ context }) => Object.keys(context.fieldErrors).length === 0,
  },
  {
    says: 'No failure is shown during an attempt.',
    when: (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('confirmed'),
    holds: ({ context }) => context.failure === null && context.confirmFailure === null,
  },
  {
    says: 'The form never shows the failure of the confirmation.',
    when: ({ context }) => context.confirmFailure !== null,
    holds: ({ context }) => context.failure === null,
  },
];

export const invitingModel: Model<typeof invitingMachine> = {
  machine: invitingMachine,
  input: () => ({ slug: 'acme' }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'role', value: 'owner' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'revocation.requested': [{ type: 'revocation.requested' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    draft: [
      { output: null },
      { output: { email: 'grace@example.com', role: 'reader' } },
      { error: new Error('refused') },
    ],
    keeping: [{ output: undefined }, { error: new Error('full') }],
    forgetting: [{ output: undefined }, { error: new Error('refused') }],
    invite: [{ output: undefined }, { error: refusedField }],
    revoke: [{ output: undefined }, { error: new Error('no') }],
  },
  distinguish: ({ values, fieldErrors, failure, confirmFailure }) => ({
    complete: values.email !== '',
    fieldErrors: Object.keys(fieldErrors),
    failed: failure !== null,
    notRevoked: confirmFailure !== null,
  }),
  invariants,
};
