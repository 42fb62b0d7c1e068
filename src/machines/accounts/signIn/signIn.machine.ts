import { assign, stateIn } from 'xstate';
import { signInSchema, type Credentials } from '../../../contract/accounts/credentials.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

type SignInEvent = FormEvent<Credentials> | { type: 'form.touched' };

const form = formOf({ schema: signInSchema, request: ({ values }: FormContext<Credentials>) => values });

export const signInMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as FormContext<Credentials>,
    events: {} as SignInEvent,
    tags: {} as 'busy',
  },
  actors: {
    prepareAuth: unprovided<void>('prepareAuth'),
    signIn: unprovided<void, Credentials>('signIn'),
  },
  guards: {
    isEditing: stateIn({ form: 'editing' }),
    isComplete: form.isComplete,
  },
  actions: {
    ...form.actions<SignInEvent>(),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'signIn',
  description: 'From an email address and a password to a session.',
  context: { values: { email: '', password: '' }, fieldErrors: {}, failure: null },
  type: 'parallel',
  states: {
    form: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'field.changed': { actions: keepChange },
            'form.submitted': submitTo('signingIn'),
          },
        },
        signingIn: {
          tags: 'busy',
          invoke: {
            id: 'credentials',
            src: 'signIn',
            input: ({ context }) => ({ email: context.values.email.trim(), password: context.values.password }),
            onDone: { target: 'signedIn', actions: 'clearPassword' },
            onError: onFailure('editing', 'What was typed stays.'),
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
