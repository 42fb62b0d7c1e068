import { accountTiming } from '../../../src/contract/accounts/accountTiming.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { ResendProofNeeded } from '../../../src/machines/accounts/identityCheck/checkIdentity.ts';
import { sentCodeMachine } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import type { CodeAccepted } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';

/** Too many codes were tried. */
export const limitRefusal = Object.assign(
  new FailureError({ code: 'over_request_rate_limit', message: 'Slow down.' }),
  { retryAt: 180_000 },
);

export const sentCodeModel: Model<typeof sentCodeMachine> = {
  machine: sentCodeMachine,
  input: (_, port) => ({
    address: 'ada@example.com',
    kind: 'email_change',
    otherAddress: 'ada@example.org',
    query: {},
    parent: port as unknown as Port<CodeAccepted>,
    prover: port as unknown as Port<ResendProofNeeded>,
    codeLength: 6,
    now: () => 0,
  }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'code', value: '123' },
      { type: 'field.changed', field: 'code', value: '123456' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'resend.requested': [{ type: 'resend.requested' }],
  },
  answers: {
    verification: [{ output: 'accepted' }, { output: 'half' }, { error: refusal }, { error: limitRefusal }],
    mail: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
  },
  distinguish: ({ values }) => values.code,
  invariants: [
    {
      says: 'The code of one address is not sent again for the other.',
      when: (snapshot, { before }) => snapshot.context.isHalf && before?.context.isHalf === false,
      holds: ({ context }) => context.values.code === '',
    },
    {
      says: 'After too many codes, nothing is sent before the server takes another.',
      when: (_, { before }) => before?.matches({ entry: 'limited' }) === true,
      holds: (snapshot) => !snapshot.matches({ entry: 'verifying' }),
    },
    {
      says: 'Only a whole code is sent.',
      when: (snapshot) => snapshot.matches({ entry: 'verifying' }),
      holds: ({ context }) => /^\d{6}$/.test(context.values.code),
    },
    {
      says: 'The flow that asked for the email hears that its code was right.',
      when: (snapshot, { before }) =>
        before?.matches({ entry: 'verifying' }) === true && snapshot.matches({ entry: 'accepted' }),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'code.accepted'),
    },
    {
      says: 'A refusal that a proof lifts is none that the user reads.',
      when: (snapshot, { before }) =>
        before?.matches({ resending: 'sending' }) === true && snapshot.matches({ resending: 'offered' }),
      holds: ({ context }, { sent }) =>
        (context.resendFailure === null) === sent.some(({ event }) => event.type === 'resend.proofNeeded'),
    },
    {
      says: 'A minute passes between two emails.',
      when: (snapshot, { before }) =>
        snapshot.matches({ resending: 'waiting' }) && before?.matches({ resending: 'waiting' }) === false,
      holds: ({ context }) => context.resendAt === accountTiming.emailIntervalMs,
    },
  ],
};
