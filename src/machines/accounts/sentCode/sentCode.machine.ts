import { assign, sendTo } from 'xstate';
import { accountTiming } from '../../../contract/accounts/accountTiming.ts';
import { sentCodeLength, type OneTimeCode } from '../../../contract/accounts/oneTimeCode.ts';
import { phoneOf, type PhoneRequest } from '../../../contract/accounts/phone.ts';
import type { CodeKind, CodeOutcome, PhoneCodeKind } from '../../../contract/accounts/sentCode.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  codeForm,
  codeLimit,
  emptyCode,
  limitedState,
  onRefusal,
  typeCode,
  type CodeContext,
  type LimitedContext,
} from '../../parts/codeForm.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { needsProof, type ResendProofNeeded } from '../identityCheck/checkIdentity.ts';

/** The code was right, and a session has begun. */
export interface CodeAccepted {
  type: 'code.accepted';
}

/** Whose code it is, and what it proves. */
export interface SentCodeOwner {
  /** An email address or a phone number. */
  address: string;
  kind: CodeKind;
  /** The address that may have to agree too, where an account's address changes. */
  otherAddress?: string;
  /** Parameters that the page of the email’s link keeps, such as where the user wants to go. */
  query: Readonly<Record<string, string>>;
}

interface SentCodeInput extends SentCodeOwner {
  /** The flow that asked for the message. */
  parent: Port<CodeAccepted>;
  /** The same flow where it can ask a signed-in user for a proof, and then requests the message again. */
  prover?: Port<ResendProofNeeded>;
  /** When the message was requested, in Unix milliseconds, where that is not now. */
  sentAt?: number;
  /** Digits of the code. */
  codeLength: number;
  now: () => number;
}

/** The input of this chart from a form with an email address, whose `parent` asked for the email. */
export const sentCodeInput = (
  { values, query: asked, config, now }: { values: { email: string } } & Pick<ScreenInput, 'query' | 'config' | 'now'>,
  kind: CodeKind,
  parent: SentCodeInput['parent'],
  query = asked,
): SentCodeInput => ({
  address: values.email.trim(),
  kind,
  query,
  parent,
  codeLength: sentCodeLength(config, 'email'),
  now,
});

/** The same from a form with a phone number, whose `parent` asked for the SMS. */
export const smsCodeInput = (
  { values, config, now }: { values: PhoneRequest } & Pick<ScreenInput, 'config' | 'now'>,
  kind: PhoneCodeKind,
  parent: SentCodeInput['parent'],
): SentCodeInput => ({
  address: phoneOf(values),
  kind,
  query: {},
  parent,
  codeLength: sentCodeLength(config, 'sms'),
  now,
});

interface SentCodeContext extends CodeContext, LimitedContext, SentCodeInput {
  /** One of the two addresses has agreed. */
  isHalf: boolean;
  /** When another message may be requested, in Unix milliseconds. */
  resendAt: number;
  /** Why the last message could not be sent. */
  resendFailure: Failure | null;
}

type SentCodeEvent = FormEvent<OneTimeCode> | { type: 'resend.requested' };

const form = codeForm<SentCodeContext>(({ codeLength }) => codeLength);

const limit = codeLimit<SentCodeContext, SentCodeEvent>();

const ownerOf = ({ context: { address, kind, otherAddress, query } }: { context: SentCodeContext }): SentCodeOwner => ({
  address,
  kind,
  query,
  ...(otherAddress !== undefined && { otherAddress }),
});

export const sentCodeMachine = flowSetup({
  types: {
    input: {} as SentCodeInput,
    context: {} as SentCodeContext,
    events: {} as SentCodeEvent,
    tags: {} as 'busy',
  },
  actors: {
    verifyCode: unprovided<CodeOutcome, SentCodeOwner & OneTimeCode>('verifyCode'),
    resendCode: unprovided<void, SentCodeOwner>('resendCode'),
  },
  delays: { limitDelay: limit.limitDelay, resendDelay: ({ context }) => Math.max(0, context.resendAt - context.now()) },
  guards: {
    ...form.guards,
    isLimited: limit.isLimited,
    isHalf: (_, { outcome }: { outcome: CodeOutcome }) => outcome === 'half',
    mayProve: ({ context: { prover } }, { error }: { error: unknown }) =>
      prover !== undefined && needsProof(null, { error }),
  },
  actions: {
    ...form.actions<SentCodeEvent>(),
    keepLimit: limit.keepLimit,
    awaitOther: assign({ ...emptyCode, isHalf: true }),
    keepResendFailure: assign((_, { error }: { error: unknown }) => ({ resendFailure: failureOf(error) })),
    clearResendFailure: assign({ resendFailure: null }),
    measureInterval: assign({ resendAt: ({ context }) => context.now() + accountTiming.emailIntervalMs }),
    askForProof: sendTo(({ context }) => context.prover!, { type: 'resend.proofNeeded' }),
    reportAcceptance: sendTo(({ context }) => context.parent, { type: 'code.accepted' }),
  },
}).createMachine({
  id: 'sentCode',
  description: 'A one-time code that was sent by email or SMS: it is typed, or another message is requested.',
  context: ({ input }) => ({
    ...input,
    ...emptyCode,
    isHalf: false,
    limitedUntil: 0,
    // The clock may have been set back since the message was requested.
    resendAt: Math.min(input.sentAt ?? Infinity, input.now()) + accountTiming.emailIntervalMs,
    resendFailure: null,
  }),
  type: 'parallel',
  states: {
    entry: {
      initial: 'typing',
      states: {
        typing: {
          on: typeCode('verifying'),
        },
        verifying: {
          tags: 'busy',
          invoke: {
            id: 'verification',
            src: 'verifyCode',
            input: ({ context }) => ({ ...ownerOf({ context }), code: context.values.code }),
            onDone: [
              {
                guard: { type: 'isHalf', params: ({ event }) => ({ outcome: event.output }) },
                target: 'typing',
                actions: 'awaitOther',
                description: 'The old and the new address of an account must both agree.',
              },
              { target: 'accepted', actions: 'reportAcceptance' },
            ],
            onError: onRefusal('typing', 'limited'),
          },
        },
        limited: limitedState('typing'),
        accepted: { tags: 'busy' },
      },
    },
    resending: {
      initial: 'waiting',
      states: {
        waiting: {
          after: { resendDelay: { target: 'offered' } },
        },
        offered: { on: { 'resend.requested': { target: 'sending', actions: 'clearResendFailure' } } },
        sending: {
          invoke: {
            id: 'mail',
            src: 'resendCode',
            input: ownerOf,
            onDone: {
              target: 'waiting',
              actions: 'measureInterval',
              description: 'The new code replaces the old one.',
            },
            onError: [
              {
                guard: { type: 'mayProve', params: ({ event }) => ({ error: event.error }) },
                target: 'offered',
                actions: 'askForProof',
                description: 'The user proved who they are too long ago.',
              },
              {
                target: 'offered',
                actions: { type: 'keepResendFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
      },
    },
  },
});
