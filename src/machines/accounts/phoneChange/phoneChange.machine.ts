import { assign, sendTo } from 'xstate';
import {
  phoneChangeSchema,
  phoneOf,
  type PhoneChangeOutcome,
  type PhoneRequest,
} from '../../../contract/accounts/phone.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import {
  askForProof,
  checkIdentity,
  needsProof,
  resendStates,
  type IdentityEvent,
  type ResendProofNeeded,
} from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';
import {
  addressForm,
  pendingCode,
  pendingCodeActions,
  followPendingCode,
  isSmsUnderWay,
  sentBefore,
  takePendingCode,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeMachine, smsCodeInput, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

type PhoneChangeInput = Pick<ScreenInput, 'port' | 'config' | 'now'>;

interface PhoneChangeContext extends FormContext<PhoneRequest>, PendingCodeContext, PhoneChangeInput {
  /** The number that the account has; null without one. */
  currentPhone: string | null;
}

type PhoneChangeEvent =
  | FormEvent<PhoneRequest>
  | IdentityEvent
  | ResendProofNeeded
  | PendingCodeRead
  | { type: 'phone.retried' }
  | { type: 'form.reopened' }
  | CodeAccepted;

const form = formOf({
  schema: phoneChangeSchema,
  request: ({ values, currentPhone }: PhoneChangeContext) => ({ ...values, currentPhone }),
});

const changed = ['keepNewPhone', 'keepAddress', 'announceChange', 'readAgain'] as const;

export const phoneChangeMachine = flowSetup({
  types: {
    input: {} as PhoneChangeInput,
    context: {} as PhoneChangeContext,
    events: {} as PhoneChangeEvent,
    children: {} as { code: 'sentCode'; check: 'identityCheck' },
    tags: {} as 'busy',
  },
  actors: {
    sentCode: sentCodeMachine,
    pendingCode,
    identityCheck: identityCheckMachine,
    readPhone: unprovided<string | null>('readPhone'),
    requestPhoneChange: unprovided<PhoneChangeOutcome, PhoneRequest>('requestPhoneChange'),
  },
  guards: {
    isComplete: form.isComplete,
    needsProof,
    /** The number that was asked for is still not confirmed. */
    isStillUnderWay: ({ context }, { phone }: { phone: string | null }) =>
      isSmsUnderWay({ context }, context) && phoneOf(context.values) !== phone,
    isChanged: (_, { outcome }: { outcome: PhoneChangeOutcome }) => outcome === 'changed',
  },
  actions: {
    ...form.actions<PhoneChangeEvent>(),
    ...pendingCodeActions<PhoneChangeContext, PhoneChangeEvent>('phone'),
    keepPhone: assign((_, { phone }: { phone: string | null }) => ({ currentPhone: phone })),
    keepNewPhone: assign(({ context: { values } }) => ({ currentPhone: phoneOf(values), values: { phone: '' } })),
    resendCode: sendTo('code', { type: 'resend.requested' }),
    announceChange: sendTo(({ context }) => context.port, successToast('Phone number changed')),
    readAgain: sendTo(({ context }) => context.port, resourceChanged(['accountEvents', 'accountSessions'])),
  },
}).createMachine({
  id: 'phoneChange',
  description: 'Changes the phone number of a signed-in user, once a code from an SMS has confirmed the new one.',
  context: ({ input }) => ({
    ...input,
    currentPhone: null,
    values: { phone: '' },
    fieldErrors: {},
    failure: null,
    sentAt: null,
  }),
  invoke: followPendingCode,
  initial: 'reading',
  states: {
    reading: { on: { 'pendingCode.loaded': { target: 'loading', actions: takePendingCode } } },
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'phone',
        src: 'readPhone',
        onDone: [
          {
            guard: { type: 'isStillUnderWay', params: ({ event }) => ({ phone: event.output }) },
            target: 'confirming',
            actions: { type: 'keepPhone', params: ({ event }) => ({ phone: event.output }) },
            description: 'The page was reloaded while its user waited for the SMS.',
          },
          { target: 'editing', actions: { type: 'keepPhone', params: ({ event }) => ({ phone: event.output }) } },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: {
      description: 'The number of the account is unknown.',
      on: { 'phone.retried': { target: 'loading' } },
    },
    editing: addressForm('requesting'),
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'requestPhoneChange',
        input: ({ context: { values } }) => ({ phone: phoneOf(values) }),
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => ({ outcome: event.output }) },
            target: 'editing',
            actions: changed,
            description: 'This server confirms numbers without a code.',
          },
          { target: 'confirming' },
        ],
        onError: [askForProof('checkingIdentity'), onFailure('editing', 'The typed number stays.')],
      },
    },
    checkingIdentity: checkIdentity('requesting', 'editing'),
    confirming: {
      ...resendStates,
      description: 'The user types the code of the SMS.',
      invoke: {
        id: 'code',
        src: 'sentCode',
        input: ({ context, self }) => ({
          ...smsCodeInput(context, 'phone_change', self),
          ...sentBefore(context),
          prover: self,
        }),
        onError: cannotFail.chart,
      },
      on: {
        'code.accepted': { target: 'editing', actions: changed },
        'form.reopened': { target: 'editing', actions: 'keepAddress', description: 'The user mistyped the number.' },
      },
    },
  },
});
