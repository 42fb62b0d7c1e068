import { assign, setup, stateIn } from 'xstate';
import { signInSchema, type Credentials } from '../../../contract/accounts/credentials.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../../contract/common/fieldErrors.ts';
import { bounded } from '../../parts/bounded.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

export type SignInField = keyof Credentials;

export const signInMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as {
      values: Credentials;
      fieldErrors: FieldErrors<SignInField>;
      /** Why the last attempt was refused. */
      failure: Failure | null;
    },
    events: {} as
      | { type: 'form.touched' }
      | { type: 'field.changed'; field: SignInField; value: string }
      | { type: 'form.submitted' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    prepareAuth: unprovided<void>('prepareAuth'),
    signIn: unprovided<void, Credentials>('signIn'),
  },
  guards: {
    isEditing: stateIn({ form: 'editing' }),
    isComplete: ({ context }) => !hasFieldErrors(fieldErrorsOf(signInSchema, context.values)),
  },
  actions: {
    keepValue: assign(({ context }, { field, value }: { field: SignInField; value: string }) => ({
      values: { ...context.values, [field]: value },
      fieldErrors: withoutFieldError(context.fieldErrors, field),
    })),
    keepFieldErrors: assign({
      fieldErrors: ({ context }) => fieldErrorsOf(signInSchema, context.values),
      failure: null,
    }),
    clearFailure: assign({ fieldErrors: {}, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'signIn',
  description: 'From an email address and a password to a session.',
  options: bounded,
  context: { values: { email: '', password: '' }, fieldErrors: {}, failure: null },
  type: 'parallel',
  states: {
    form: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'field.changed': { actions: { type: 'keepValue', params: ({ event }) => event } },
            'form.submitted': [
              { guard: 'isComplete', target: 'signingIn', actions: 'clearFailure' },
              { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' },
            ],
          },
        },
        signingIn: {
          tags: 'busy',
          invoke: {
            id: 'credentials',
            src: 'signIn',
            input: ({ context }) => ({ email: context.values.email.trim(), password: context.values.password }),
            onDone: { target: 'signedIn', actions: 'clearPassword' },
            onError: {
              target: 'editing',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
              description: 'What was typed stays.',
            },
          },
        },
        signedIn: {
          tags: 'busy',
          description:
            'The session has begun. The access rules leave for where the user was going; this form only waits.',
        },
      },
    },
    client: {
      initial: 'absent',
      description: 'The auth client is no part of the first page: it is fetched while the user types.',
      states: {
        absent: {
          on: {
            'form.touched': { target: 'fetching' },
            'form.submitted': {
              guard: 'isEditing',
              target: 'fetching',
              description: 'Filled in by the browser and sent by a key: nobody has touched it.',
            },
          },
        },
        fetching: {
          invoke: {
            id: 'client',
            src: 'prepareAuth',
            onDone: { target: 'ready' },
            onError: { target: 'absent', description: 'Signing in will fetch it again and tell if that fails.' },
          },
        },
        ready: {},
      },
    },
  },
});
