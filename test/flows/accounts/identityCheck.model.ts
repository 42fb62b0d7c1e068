import { verificationNeededStatus } from '../../../src/contract/accounts/verification.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { identityCheckMachine } from '../../../src/machines/accounts/identityCheck/identityCheck.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { phone, tablet } from './secondFactor.model.ts';

/** The server's refusal of an action that needs a proof of who the user is. */
export const proofRefusal = new FailureError({
  code: verificationNeededStatus,
  message: 'Confirm that it is you to continue.',
});

export const identityCheckModel: Model<typeof identityCheckMachine> = {
  machine: identityCheckMachine,
  input: (_, port) => ({ parent: port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'password', value: 'correct horse' },
      { type: 'field.changed', field: 'code', value: '123456' },
      { type: 'field.changed', field: 'factorId', value: tablet.id },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'check.retried': [{ type: 'check.retried' }],
    'code.requested': [{ type: 'code.requested' }],
  },
  answers: {
    request: [
      { output: { method: 'password', factors: [] } },
      { output: { method: 'totp', factors: [phone, tablet] } },
      { output: { method: 'email', factors: [] } },
      { error: refusal },
    ],
    code: [{ output: undefined }, { error: refusal }],
    proof: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ method, values: { password, code }, failure }) => [
    method,
    (method === 'password' ? password : code) !== '',
    failure !== null,
  ],
  invariants: [
    {
      says: 'The action goes on only once the server has accepted a proof.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'identity.verified'),
      holds: (snapshot, { before }) => snapshot.matches('verified') && before?.matches('verifying') === true,
    },
    {
      says: 'Nothing is sent as a proof before anything is typed.',
      when: (snapshot) => snapshot.matches('verifying'),
      holds: ({ context: { method, values } }) => (method === 'password' ? values.password : values.code) !== '',
    },
  ],
};
