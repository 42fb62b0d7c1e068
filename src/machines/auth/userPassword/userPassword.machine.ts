import * as v from 'valibot';
import { sendTo } from 'xstate';
import { newProjectUserSchema, type ProjectUser } from '../../../contract/auth/projectUser.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The user has the new password. */
export interface PasswordSaved {
  type: 'password.saved';
}

interface UserPasswordInput {
  ref: string;
  id: string;
  parent: Port<PasswordSaved>;
}

interface PasswordForm {
  password: string;
}

interface UserPasswordContext extends FormContext<PasswordForm>, UserPasswordInput {}

type UserPasswordEvent = FormEvent<PasswordForm>;

const form = formOf({
  schema: v.object({ password: newProjectUserSchema.entries.password }),
  request: ({ values }: UserPasswordContext): PasswordForm => values,
});

export const userPasswordMachine = flowSetup({
  types: {
    input: {} as UserPasswordInput,
    context: {} as UserPasswordContext,
    events: {} as UserPasswordEvent,
    tags: {} as 'busy',
  },
  actors: { setPassword: unprovided<ProjectUser, { ref: string; id: string; password: string }>('setPassword') },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<UserPasswordEvent>(),
    reportChange: sendTo(({ context }) => context.parent, { type: 'password.saved' }),
  },
}).createMachine({
  id: 'userPassword',
  description: 'Gives a user of a project a new password, which signs the user out everywhere.',
  context: ({ input }) => ({ ...input, values: { password: '' }, fieldErrors: {}, failure: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('saving'),
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'setPassword',
        input: ({ context: { ref, id, values } }) => ({ ref, id, ...values }),
        onDone: { target: 'saved', actions: 'reportChange' },
        onError: onFailure('editing', 'The typed password stays.'),
      },
    },
    saved: { tags: 'busy', description: 'The page closes the form.' },
  },
});
