import { sendTo } from 'xstate';
import { newProjectUserSchema, type NewProjectUser, type ProjectUser } from '../../../contract/auth/projectUser.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The user exists. */
export interface UserCreated {
  type: 'user.created';
}

export interface NewUserInput {
  ref: string;
  /** The list that the user belongs to. */
  parent: Port<UserCreated>;
}

interface NewUserContext extends FormContext<NewProjectUser>, NewUserInput {}

type NewUserEvent = FormEvent<NewProjectUser>;

const requestOf = ({ values }: NewUserContext): NewProjectUser => values;

const form = formOf({ schema: newProjectUserSchema, request: requestOf });

export const newUserMachine = flowSetup({
  types: {
    input: {} as NewUserInput,
    context: {} as NewUserContext,
    events: {} as NewUserEvent,
    tags: {} as 'busy',
  },
  actors: { createUser: unprovided<ProjectUser, { ref: string; user: NewProjectUser }>('createUser') },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<NewUserEvent>(),
    reportCreation: sendTo(({ context }) => context.parent, { type: 'user.created' }),
  },
}).createMachine({
  id: 'newUser',
  description: 'Creates a user of a project with an email address and a password.',
  context: ({ input }) => ({
    ...input,
    values: { email: '', password: '', email_confirm: true },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('creating'),
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'user',
        src: 'createUser',
        input: ({ context }) => ({
          ref: context.ref,
          user: { ...context.values, email: context.values.email.trim() },
        }),
        onDone: { target: 'created', actions: 'reportCreation' },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    created: { tags: 'busy', description: 'The list closes the form.' },
  },
});
