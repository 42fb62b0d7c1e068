import { FailureError } from '../../../src/contract/common/failureError.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../paths.ts';
import { invitingMachine } from './inviting.machine.ts';

const fields = { email: 'This person is a member already.' };
export const refusedField = new FailureError({ code: 400, message: 'Already a member.', fields });

export const input = (port = screenInput().port) => ({ ...screenInput({ port }), params: { slug: 'acme' } });

export const invitingModel: Model<typeof invitingMachine> = {
  machine: invitingMachine,
  input: (_, port) => input(port),
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
    draft: [{ output: null }, { output: { email: 'grace@example.com', role: 'reader' } }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    invite: [{ output: undefined }, { error: refusedField }],
    revoke: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ values, fieldErrors, failure, confirmFailure }) => ({
    complete: values.email !== '',
    fieldErrors: Object.keys(fieldErrors),
    failed: failure !== null,
    notRevoked: confirmFailure !== null,
  }),
  invariants: [
    {
      says: 'No invitation is revoked before the user has confirmed it.',
      when: ({ context }, { awaited }) => awaited.includes('revoke') && context.confirmFailure === null,
      holds: (_, { before }) => before?.hasTag('confirming') === true,
    },
  ],
};
