import { assign, sendTo } from 'xstate';
import { emailChangeSchema } from '../../../contract/accounts/emailChange.ts';
import type { EmailRequest } from '../../../contract/accounts/emailRequest.ts';
import type { Profile } from '../../../contract/accounts/profile.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { followProfile, watchProfile, type ProfileEvent } from '../../parts/watchProfile.ts';
import {
  askForProof,
  checkIdentity,
  needsProof,
  resendStates,
  type IdentityEvent,
  type ResendProofNeeded,
} from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';
import { phoneChangeMachine } from '../phoneChange/phoneChange.machine.ts';
import {
  addressForm,
  pendingCode,
  pendingCodeActions,
  followPendingCode,
  isEmailUnderWay,
  sentBefore,
  takePendingCode,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeInput, sentCodeMachine, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

interface EmailChangeContext
  extends
    FormContext<EmailRequest>,
    PendingCodeContext,
    Pick<ScreenInput, 'port' | 'resources' | 'query' | 'config' | 'now'> {
  /** The address that the account has. */
  currentEmail: string;
}

type EmailChangeEvent =
  | FormEvent<EmailRequest>
  | ProfileEvent
  | IdentityEvent
  | ResendProofNeeded
  | PendingCodeRead
  | CodeAccepted
  | { type: 'form.reopened' };

const form = formOf({
  schema: emailChangeSchema,
  request: ({ values, currentEmail }: EmailChangeContext) => ({ ...values, currentEmail }),
});

const keepEmail = {
  type: 'keepEmail',
  params: ({ event }: { event: { profile: Profile } }) => event,
} as const;

export const emailChangeMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as EmailChangeContext,
    events: {} as EmailChangeEvent,
    children: {} as { code: 'sentCode'; check: 'identityCheck'; phone: 'phoneChange' },
    tags: {} as 'busy',
  },
  actors: {
    watchProfile,
    sentCode: sentCodeMachine,
    pendingCode,
    identityCheck: identityCheckMachine,
    phoneChange: phoneChangeMachine,
    requestEmailChange: unprovided<void, EmailRequest>('requestEmailChange'),
  },
  guards: {
    isComplete: form.isComplete,
    needsProof,
    isUnderWay: ({ context }) => isEmailUnderWay({ context }, context),
    isNewEmail: ({ context }, { profile }: { profile: Profile }) =>
      profile.primary_email.toLowerCase() === context.values.email.trim().toLowerCase(),
  },
  actions: {
    ...form.actions<EmailChangeEvent>(),
    ...pendingCodeActions<EmailChangeContext, EmailChangeEvent>('email'),
    keepEmail: assign((_, { profile }: { profile: Profile }) => ({ currentEmail: profile.primary_email })),
    clearForm: assign({ values: { email: '' } }),
    resendCode: sendTo('code', { type: 'resend.requested' }),
    announceChange: sendTo(({ context }) => context.port, successToast('Email address changed')),
    readAgain: sendTo(({ context }) => context.port, resourceChanged(['profile', 'accountEvents', 'accountSessions'])),
  },
}).createMachine({
  id: 'emailChange',
  description: 'Changes the email address of a signed-in user, once the new address, and where asked the old, agrees.',
  context: ({ input: { config, port, resources, query, now }, spawn }) => {
    // The phone number is on the same page, where the server has sign-in by phone.
    if (config.auth.phone === true) spawn('phoneChange', { id: 'phone', input: { port, config, now } });
    return {
      port,
      resources,
      query,
      config,
      now,
      currentEmail: '',
      values: { email: '' },
      fieldErrors: {},
      failure: null,
      sentAt: null,
    };
  },
  // What the tab has kept is there before the profile.
  invoke: [followPendingCode, followProfile],
  on: { 'profile.loaded': { actions: keepEmail } },
  initial: 'reading',
  states: {
    reading: { on: { 'pendingCode.loaded': { target: 'loading', actions: takePendingCode } } },
    loading: {
      description: 'The page shows why there is no profile; this flow waits for one.',
      on: {
        'profile.loaded': [
          {
            guard: { type: 'isNewEmail', params: ({ event }) => event },
            target: 'editing',
            actions: [keepEmail, 'clearForm', 'keepAddress'],
            description: 'The address was changed before the page was loaded again.',
          },
          {
            guard: 'isUnderWay',
            target: 'confirming',
            actions: keepEmail,
            description: 'The page was reloaded while its user waited for the emails.',
          },
          { target: 'editing', actions: keepEmail },
        ],
      },
    },
    editing: addressForm('requesting'),
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'requestEmailChange',
        input: ({ context }) => ({ email: context.values.email.trim() }),
        onDone: { target: 'confirming' },
        onError: [askForProof('checkingIdentity'), onFailure('editing', 'The typed address stays.')],
      },
    },
    checkingIdentity: checkIdentity('requesting', 'editing'),
    confirming: {
      ...resendStates,
      description: 'The user opens the links in the emails, or types their codes here.',
      invoke: {
        id: 'code',
        src: 'sentCode',
        input: ({ context, self }) => ({
          ...sentCodeInput(context, 'email_change', self, {}),
          otherAddress: context.currentEmail,
          ...sentBefore(context),
          prover: self,
        }),
        onError: cannotFail.chart,
      },
      on: {
        'profile.loaded': {
          guard: { type: 'isNewEmail', params: ({ event }) => event },
          target: 'editing',
          actions: [keepEmail, 'clearForm', 'keepAddress', 'announceChange'],
          description: 'The links were opened in another tab.',
        },
        'code.accepted': { target: 'editing', actions: ['clearForm', 'keepAddress', 'announceChange', 'readAgain'] },
        'form.reopened': { target: 'editing', actions: 'keepAddress', description: 'The user mistyped the address.' },
      },
    },
  },
});
