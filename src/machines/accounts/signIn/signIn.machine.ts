import { assign, stateIn } from 'xstate';
import { signInSchema, type Credentials } from '../../../contract/accounts/credentials.ts';
import type { SignInMethod } from '../../../contract/accounts/session.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface SignInContext extends FormContext<Credentials> {
  /** How this browser’s user signed in last. */
  lastMethod: SignInMethod | null;
}

type SignInEvent = FormEvent<Credentials> | { type: 'form.touched' };

const form = formOf({ schema: signInSchema, request: ({ values }: SignInContext) => values });

export const signInMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SignInContext,
    events: {} as SignInEvent,
    tags: {} as 'busy',
  },
  actors: {
    prepareAuth: unprovided<void>('prepareAuth'),
    signIn: unprovided<void, Credentials>('signIn'),
    readLastMethod: unprovided<SignInMethod | null>('readLastMethod'),
  },
  guards: {
    isEditing: stateIn({ form: 'editing' }),
    isComplete: form.isComplete,
  },
  actions: {
    ...form.actions<SignInEvent>(),
    keepLastMethod: assign((_, { lastMethod }: Pick<SignInContext, 'lastMethod'>) => ({ lastMethod })),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'signIn',
  description: 'Signs the user in with an email address and a password.',
  context: { values: { email: '', password: '' }, fieldErrors: {}, failure: null, lastMethod: null },
  type: 'parallel',
  invoke: {
    id: 'lastMethod',
    src: 'readLastMethod',
    onDone: { actions: { type: 'keepLastMethod', params: ({ event }) => ({ lastMethod: event.output }) } },
    onError: { description: 'No method is marked as the last one.' },
  },
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
            onError: onFailure('editing', 'The typed values stay.'),
          },
        },
        signedIn: {
          tags: 'busy',
          description: 'The session has begun; access redirects to the page that the user wanted.',
        },
      },
    },
    client: {
      initial: 'absent',
      description: 'The auth client is not part of the first page: it is fetched while the user types.',
      states: {
        absent: {
          on: {
            'form.touched': { target: 'fetching' },
            'form.submitted': {
              guard: 'isEditing',
              target: 'fetching',
              description: 'The browser filled in the form and the user submitted it without changing a field.',
            },
          },
        },
        fetching: {
          invoke: {
            id: 'client',
            src: 'prepareAuth',
            onDone: { target: 'ready' },
            onError: { target: 'absent', description: 'Signing in fetches it again and reports a failure.' },
          },
        },
        ready: {},
      },
    },
  },
});
