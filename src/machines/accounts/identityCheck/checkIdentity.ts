import { verificationNeeded, verificationNeededStatus } from '../../../contract/accounts/verification.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { cannotFail } from '../../parts/failure.ts';
import type { Port } from '../../parts/port.ts';
import type { IdentityVerified } from './identityCheck.machine.ts';

/** What a flow hears whose action may need a proof of who the user is. */
export type IdentityEvent = IdentityVerified | { type: 'identity.dismissed' };

/** A flow that waits for a code hears that the server sends another one only after a proof. */
export interface ResendProofNeeded {
  type: 'resend.proofNeeded';
}

/** The guard of a refusal that a proof lifts. */
export function needsProof(_: unknown, { error }: { error: unknown }): boolean {
  const { code } = failureOf(error);
  // Failures of the platform API have the status as their code (specification, section 8).
  return code === verificationNeeded || code === verificationNeededStatus;
}

/** The first `onError` of such an action. */
export const askForProof = <const Target extends string>(target: Target) =>
  ({
    guard: { type: 'needsProof', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
    target,
    description: 'The user signed in a while ago, so the server asks who they are.',
  }) as const;

/** The state in which the user proves it: the action is then sent again. */
export const checkIdentity = <
  const Doing extends string,
  const Idle extends string,
  const Action extends string = never,
>(
  doing: Doing,
  idle: Idle,
  actions: readonly Action[] = [],
) =>
  ({
    invoke: {
      id: 'check',
      src: 'identityCheck',
      input: ({ self }: { self: Port<IdentityVerified> }) => ({ parent: self }),
      onError: cannotFail.chart,
    },
    on: {
      'identity.verified': { target: doing, actions },
      'identity.dismissed': { target: idle },
    },
  }) as const;

/**
 * While the user types a code, which stays typed when a proof has to come before another one is sent. The
 * machine has an action `resendCode`.
 */
export const resendStates = {
  initial: 'typing',
  states: {
    typing: {
      on: {
        'resend.proofNeeded': {
          target: 'checkingIdentity',
          description: 'The user proved who they are too long ago.',
        },
      },
    },
    checkingIdentity: checkIdentity('typing', 'typing', ['resendCode']),
  },
} as const;
