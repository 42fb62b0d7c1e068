import { assign, sendTo, setup, stateIn } from 'xstate';
import { signUpSchema, type Credentials } from '../../../contract/accounts/credentials.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../../contract/common/fieldErrors.ts';
import { bounded } from '../../parts/bounded.ts';
import { disclosureMachine } from '../../parts/disclosure/disclosure.machine.ts';
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

export type SignUpField = keyof Credentials;

/** `mailSent` where the address has to be confirmed before a session can begin. */
export type SignUpOutcome = 'signedIn' | 'mailSent';

export const signUpMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as Pick<ScreenInput, 'parent'> & {
      isClosed: boolean;
      values: Credentials;
      strength: Strength;
      fieldErrors: FieldErrors<SignUpField>;
      /** Why the last attempt was refused. */
      failure: Failure | null;
    },
    events: {} as
      | { type: 'field.changed'; field: SignUpField; value: string }
      | { type: 'password.focused' }
      | { type: 'form.submitted' }
      | { type: 'form.reopened' }
      | StrengthChanged,
    children: {} as { strength: 'passwordStrength'; disclosure: 'disclosure' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    passwordStrength: passwordStrengthMachine,
    disclosure: disclosureMachine,
    prepareAuth: unprovided<void>('prepareAuth'),
    signUp: unprovided<SignUpOutcome, Credentials>('signUp'),
  },
  guards: {
    isFilling: stateIn({ form: 'filling' }),
    isClosed: ({ context }) => context.isClosed,
    isClosing: (_, { error }: { error: unknown }) => failureOf(error).code === 'signup_disabled',
    isPassword: (_, { field }: { field: SignUpField }) => field === 'password',
    isComplete: ({ context }) => !hasFieldErrors(fieldErrorsOf(signUpSchema, context.values)),
    isStrongEnough: ({ context }) => isAcceptable(context.strength),
    isTooWeak: ({ context }) => strengthProblem(context.strength) !== null,
    mustConfirm: (_, { outcome }: { outcome: SignUpOutcome }) => outcome === 'mailSent',
  },
  actions: {
    keepValue: assign(({ context }, { field, value }: { field: SignUpField; value: string }) => ({
      values: { ...context.values, [field]: value },
      fieldErrors: withoutFieldError(context.fieldErrors, field),
    })),
    askForStrength: sendTo('strength', (_, { password }: { password: string }) => ({
      type: 'password.changed' as const,
      password,
    })),
    keepStrength: assign((_, { strength }: { strength: Strength }) => ({ strength })),
    keepFieldErrors: assign({
      fieldErrors: ({ context }) => fieldErrorsOf(signUpSchema, context.values),
      failure: null,
    }),
    keepWeakPassword: assign({ fieldErrors: ({ context }) => ({ password: strengthProblem(context.strength) ?? '' }) }),
    clearFailure: assign({ fieldErrors: {}, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'signUp',
  description: 'From an email address and a new password to a session, or to a mail that confirms the address.',
  options: bounded,
  context: ({ input }) => ({
    parent: input.parent,
    isClosed: input.config.auth.signupDisabled,
    values: { email: '', password: '' },
    strength: noStrength,
    fieldErrors: {},
    failure: null,
  }),
  type: 'parallel',
  invoke: [
    {
      id: 'strength',
      src: 'passwordStrength',
      input: ({ context, self }) => ({ form: self, parent: context.parent }),
      onError: { meta: { waiver: 'A chart that handles every failure of its own has none to pass on.' } },
    },
    { id: 'disclosure', src: 'disclosure', onError: { meta: { waiver: 'It does nothing that could fail.' } } },
  ],
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
            meta: { waiver: 'The server’s settings decide it before the first event; the scenarios start so.' },
          },
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                target: '.editing',
                actions: [
                  { type: 'keepValue', params: ({ event }) => event },
                  { type: 'askForStrength', params: ({ event }) => ({ password: event.value }) },
                ],
              },
              { target: '.editing', actions: { type: 'keepValue', params: ({ event }) => event } },
            ],
          },
          states: {
            editing: {
              on: {
                'form.submitted': [
                  { guard: 'isComplete', target: 'awaitingStrength', actions: 'clearFailure' },
                  { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' },
                ],
              },
            },
            awaitingStrength: {
              tags: 'busy',
              always: [
                {
                  guard: 'isStrongEnough',
                  target: '#signUp.form.signingUp',
                  description: 'Strong enough, or nobody could say: then the server has the last word.',
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
                description: 'Closed since this page was loaded.',
              },
              {
                target: 'filling',
                actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                description: 'What was typed stays.',
              },
            ],
          },
        },
        mailSent: {
          on: { 'form.reopened': { target: 'filling', description: 'The address was mistyped.' } },
        },
        signedIn: {
          tags: 'busy',
          description:
            'The server confirmed at once and the session has begun. The access rules leave this screen; it only waits.',
        },
        closed: { description: 'Whoever runs this server lets nobody sign up.' },
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
              description: 'Filled in by the browser and sent by a key: what is wrong needs its reasons.',
            },
          },
        },
        shown: {
          invoke: {
            id: 'client',
            src: 'prepareAuth',
            onError: { description: 'Signing up will fetch the auth client again and tell if that fails.' },
          },
        },
      },
    },
  },
});
