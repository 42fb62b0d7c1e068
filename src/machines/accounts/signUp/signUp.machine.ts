import { stateIn } from 'xstate';
import type { Credentials } from '../../../contract/accounts/credentials.ts';
import { signUpSchema } from '../../../contract/accounts/newCredentials.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormEvent } from '../../parts/form.ts';
import {
  clearNewPassword,
  isPasswordField,
  keepNewStrength,
  keepPasswordChange,
  newPasswordActions,
  newPasswordGuards,
  onceStrengthIsKnown,
  watchStrength,
  type NewPasswordContext,
} from '../../parts/passwordStrength/newPassword.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import { noStrength, type StrengthChanged } from '../../parts/passwordStrength/strength.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import {
  pendingCode,
  pendingCodeActions,
  followPendingCode,
  isEmailUnderWay,
  loadPendingCode,
  sentBefore,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeInput, sentCodeMachine, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

/** `mailSent` where the user must confirm the address before a session can begin. */
export type SignUpOutcome = 'signedIn' | 'mailSent';

interface SignUpContext
  extends NewPasswordContext<Credentials>, PendingCodeContext, Pick<ScreenInput, 'port' | 'query' | 'config' | 'now'> {
  isClosed: boolean;
}

type SignUpEvent =
  | FormEvent<Credentials>
  | { type: 'password.focused' }
  | { type: 'form.reopened' }
  | StrengthChanged
  | PendingCodeRead
  | CodeAccepted;

const form = formOf({ schema: signUpSchema, request: ({ values }: SignUpContext) => values });

export const signUpMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SignUpContext,
    events: {} as SignUpEvent,
    children: {} as { strength: 'passwordStrength'; code: 'sentCode' },
    tags: {} as 'busy',
  },
  actors: {
    sentCode: sentCodeMachine,
    pendingCode,
    passwordStrength: passwordStrengthMachine,
    prepareAuth: unprovided<void>('prepareAuth'),
    signUp: unprovided<SignUpOutcome, Credentials & Pick<ScreenInput, 'query'>>('signUp'),
  },
  guards: {
    isUnderWay: isEmailUnderWay,
    isFilling: stateIn({ form: 'filling' }),
    isClosed: ({ context }) => context.isClosed,
    isClosing: (_, { error }: { error: unknown }) => failureOf(error).code === 'signup_disabled',
    isPassword: isPasswordField,
    isComplete: form.isComplete,
    ...newPasswordGuards,
    mustConfirm: (_, { outcome }: { outcome: SignUpOutcome }) => outcome === 'mailSent',
  },
  actions: {
    ...form.actions<SignUpEvent>(),
    ...pendingCodeActions<SignUpContext, SignUpEvent>('email'),
    ...newPasswordActions<SignUpContext, SignUpEvent>(),
    clearPassword: clearNewPassword<SignUpContext, SignUpEvent>(),
  },
}).createMachine({
  id: 'signUp',
  description:
    'Creates an account from an email address and a new password; it ends in a session or in a confirmation email.',
  context: ({ input }) => ({
    port: input.port,
    query: input.query,
    config: input.config,
    now: input.now,
    isClosed: input.config.auth.signupDisabled,
    values: { email: '', password: '' },
    strength: noStrength,
    fieldErrors: {},
    failure: null,
    sentAt: null,
  }),
  type: 'parallel',
  invoke: [watchStrength, followPendingCode],
  on: {
    'strength.changed': keepNewStrength,
  },
  states: {
    form: {
      initial: 'reading',
      states: {
        reading: { on: loadPendingCode('mailSent', 'filling') },
        filling: {
          entry: 'forgetSending',
          initial: 'editing',
          always: {
            guard: 'isClosed',
            target: 'closed',
            meta: { waiver: 'The server’s settings decide it before the first event; scenarios start in this state.' },
          },
          on: {
            'field.changed': [keepPasswordChange, { target: '.editing', actions: [keepChange, 'keepAddress'] }],
          },
          states: {
            editing: {
              on: {
                'form.submitted': submitTo('awaitingStrength'),
              },
            },
            awaitingStrength: {
              tags: 'busy',
              always: onceStrengthIsKnown('#signUp.form.signingUp', 'editing'),
            },
          },
        },
        signingUp: {
          tags: 'busy',
          invoke: {
            id: 'account',
            src: 'signUp',
            input: ({ context }) => ({
              email: context.values.email.trim(),
              password: context.values.password,
              query: context.query,
            }),
            onDone: [
              {
                guard: { type: 'mustConfirm', params: ({ event }) => ({ outcome: event.output }) },
                target: 'mailSent',
                actions: ['clearPassword', { type: 'askForStrength', params: { password: '' } }],
              },
              { target: 'signedIn', actions: 'clearPassword' },
            ],
            onError: [
              {
                guard: { type: 'isClosing', params: ({ event }) => ({ error: event.error }) },
                target: 'closed',
                description: 'Sign-up was closed after this page was loaded.',
              },
              onFailure('filling', 'The typed values stay.'),
            ],
          },
        },
        mailSent: {
          description: 'The user follows the link in the email, or types its code here.',
          invoke: {
            id: 'code',
            src: 'sentCode',
            input: ({ context, self }) => ({ ...sentCodeInput(context, 'signup', self), ...sentBefore(context) }),
            onError: cannotFail.chart,
          },
          on: {
            'code.accepted': { target: 'signedIn' },
            'form.reopened': {
              target: 'filling',
              actions: 'keepAddress',
              description: 'The user mistyped the address.',
            },
          },
        },
        signedIn: {
          tags: 'busy',
          description: 'The address is confirmed and the session has begun; access redirects.',
        },
        closed: { description: 'The operator of this server has closed sign-up.' },
      },
    },
    rules: {
      initial: 'hidden',
      states: {
        hidden: {
          on: {
            'password.focused': { guard: 'isFilling', target: 'shown' },
            'form.submitted': {
              guard: 'isFilling',
              target: 'shown',
              description:
                'The browser filled in the form and the user submitted it: show the rules that the password breaks.',
            },
          },
        },
        shown: {
          invoke: {
            id: 'client',
            src: 'prepareAuth',
            onError: { description: 'Signing up fetches the auth client again and reports a failure.' },
          },
        },
      },
    },
  },
});
