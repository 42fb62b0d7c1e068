import { assign, sendTo, stateIn } from 'xstate';
import { signUpSchema, type Credentials } from '../../../contract/accounts/credentials.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import {
  isAcceptable,
  noStrength,
  strengthProblem,
  type Strength,
  type StrengthChanged,
} from '../../parts/passwordStrength/strength.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** `mailSent` where the user must confirm the address before a session can begin. */
export type SignUpOutcome = 'signedIn' | 'mailSent';

interface SignUpContext extends FormContext<Credentials>, Pick<ScreenInput, 'port'> {
  isClosed: boolean;
  strength: Strength;
}

type SignUpEvent = FormEvent<Credentials> | { type: 'password.focused' } | { type: 'form.reopened' } | StrengthChanged;

const form = formOf({ schema: signUpSchema, request: ({ values }: SignUpContext) => values });

export const signUpMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SignUpContext,
    events: {} as SignUpEvent,
    children: {} as { strength: 'passwordStrength' },
    tags: {} as 'busy',
  },
  actors: {
    passwordStrength: passwordStrengthMachine,
    prepareAuth: unprovided<void>('prepareAuth'),
    signUp: unprovided<SignUpOutcome, Credentials>('signUp'),
  },
  guards: {
    isFilling: stateIn({ form: 'filling' }),
    isClosed: ({ context }) => context.isClosed,
    isClosing: (_, { error }: { error: unknown }) => failureOf(error).code === 'signup_disabled',
    isPassword: (_, { field }: { field: keyof Credentials }) => field === 'password',
    isComplete: form.isComplete,
    isStrongEnough: ({ context }) => isAcceptable(context.strength),
    isTooWeak: ({ context }) => strengthProblem(context.strength) !== null,
    mustConfirm: (_, { outcome }: { outcome: SignUpOutcome }) => outcome === 'mailSent',
  },
  actions: {
    ...form.actions<SignUpEvent>(),
    askForStrength: sendTo('strength', (_, { password }: { password: string }) => ({
      type: 'password.changed' as const,
      password,
    })),
    keepStrength: assign((_, { strength }: { strength: Strength }) => ({ strength })),
    keepWeakPassword: assign({ fieldErrors: ({ context }) => ({ password: strengthProblem(context.strength) ?? '' }) }),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'signUp',
  description:
    'Creates an account from an email address and a new password; it ends in a session or in a confirmation email.',
  context: ({ input }) => ({
    port: input.port,
    isClosed: input.config.auth.signupDisabled,
    values: { email: '', password: '' },
    strength: noStrength,
    fieldErrors: {},
    failure: null,
  }),
  type: 'parallel',
  invoke: {
    id: 'strength',
    src: 'passwordStrength',
    input: ({ context, self }) => ({ form: self, port: context.port }),
    onError: cannotFail.chart,
  },
  on: {
    'strength.changed': { actions: { type: 'keepStrength', params: ({ event }) => event } },
  },
  states: {
    form: {
      initial: 'filling',
      states: {
        filling: {
          initial: 'editing',
          always: {
            guard: 'isClosed',
            target: 'closed',
            meta: { waiver: 'The server’s settings decide it before the first event; scenarios start in this state.' },
          },
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                target: '.editing',
                actions: [keepChange, { type: 'askForStrength', params: ({ event }) => ({ password: event.value }) }],
              },
              { target: '.editing', actions: keepChange },
            ],
          },
          states: {
            editing: {
              on: {
                'form.submitted': submitTo('awaitingStrength'),
              },
            },
            awaitingStrength: {
              tags: 'busy',
              always: [
                {
                  guard: 'isStrongEnough',
                  target: '#signUp.form.signingUp',
                  description: 'The password is strong enough, or the check is unavailable and the server decides.',
                },
                { guard: 'isTooWeak', target: 'editing', actions: 'keepWeakPassword' },
              ],
            },
          },
        },
        signingUp: {
          tags: 'busy',
          invoke: {
            id: 'account',
            src: 'signUp',
            input: ({ context }) => ({ email: context.values.email.trim(), password: context.values.password }),
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
          on: { 'form.reopened': { target: 'filling', description: 'The user mistyped the address.' } },
        },
        signedIn: {
          tags: 'busy',
          description: 'The server confirmed the address immediately and the session has begun; access redirects.',
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
