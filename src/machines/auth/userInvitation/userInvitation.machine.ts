import { sendTo } from 'xstate';
import { userInvitationSchema, type ProjectUser, type UserInvitation } from '../../../contract/auth/projectUser.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The invitation is on its way. */
export interface UserInvited {
  type: 'user.invited';
}

export interface UserInvitationInput {
  ref: string;
  /** The list that the user belongs to. */
  parent: Port<UserInvited>;
}

interface UserInvitationContext extends FormContext<UserInvitation>, UserInvitationInput {}

type UserInvitationEvent = FormEvent<UserInvitation>;

const requestOf = ({ values }: Pick<UserInvitationContext, 'values'>): UserInvitation => ({
  email: values.email.trim(),
});

const form = formOf({ schema: userInvitationSchema, request: (context: UserInvitationContext) => requestOf(context) });

export const userInvitationMachine = flowSetup({
  types: {
    input: {} as UserInvitationInput,
    context: {} as UserInvitationContext,
    events: {} as UserInvitationEvent,
    tags: {} as 'busy',
  },
  actors: { inviteUser: unprovided<ProjectUser, { ref: string; invitation: UserInvitation }>('inviteUser') },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<UserInvitationEvent>(),
    reportInvitation: sendTo(({ context }) => context.parent, { type: 'user.invited' }),
  },
}).createMachine({
  id: 'userInvitation',
  description: 'Invites a person by email to become a user of a project.',
  context: ({ input }) => ({ ...input, values: { email: '' }, fieldErrors: {}, failure: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('inviting'),
      },
    },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'invitation',
        src: 'inviteUser',
        input: ({ context }) => ({ ref: context.ref, invitation: requestOf(context) }),
        onDone: { target: 'invited', actions: 'reportInvitation' },
        onError: onFailure('editing', 'The typed address stays.'),
      },
    },
    invited: { tags: 'busy', description: 'The list closes the form.' },
  },
});
