import { sendTo } from 'xstate';
import { userInvitationSchema, type ProjectUser, type UserInvitation } from '../../../contract/auth/projectUser.ts';
import { leaveForm, leavingStates, type FormLeft } from '../../parts/draft.ts';
import { draftFormOf } from '../../parts/draftForm.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormContext, FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The invitation is on its way. */
export interface UserInvited {
  type: 'user.invited';
}

interface UserInvitationInput {
  ref: string;
  /** The list that the user belongs to. */
  parent: Port<UserInvited | { type: 'invitation.cancelled' }>;
}

interface UserInvitationContext extends FormContext<UserInvitation>, UserInvitationInput {}

type UserInvitationEvent = FormLeft | FormEvent<UserInvitation>;

const requestOf = ({ values }: UserInvitationContext): UserInvitation => ({
  email: values.email.trim(),
});

const draftOf = ({ values }: UserInvitationContext): UserInvitation => values;
const projectOf = ({ ref }: UserInvitationContext) => ({ ref });

const form = draftFormOf({ schema: userInvitationSchema, request: requestOf, keyOf: projectOf });

export const userInvitationMachine = flowSetup({
  types: {
    input: {} as UserInvitationInput,
    context: {} as UserInvitationContext,
    events: {} as UserInvitationEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...form.actors,
    inviteUser: unprovided<ProjectUser, { ref: string; invitation: UserInvitation }>('inviteUser'),
  },
  delays: form.delays,
  guards: form.guards,
  actions: {
    ...form.actions<UserInvitationEvent>(),
    reportLeaving: sendTo(({ context }) => context.parent, { type: 'invitation.cancelled' }),
    reportInvitation: sendTo(({ context }) => context.parent, { type: 'user.invited' }),
  },
}).createMachine({
  id: 'userInvitation',
  description: 'Invites a person by email to become a user of a project.',
  context: ({ input }) => ({ ...input, values: { email: '' }, fieldErrors: {}, failure: null }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: form.loadDraft.to('editing'),
    editing: { ...form.editing, on: { ...form.submitTo('inviting'), 'form.left': leaveForm } },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'invitation',
        src: 'inviteUser',
        input: ({ context }) => ({ ref: context.ref, invitation: requestOf(context) }),
        onDone: { target: 'forgetting' },
        onError: onFailure('editing.unsaved', 'The typed address stays.'),
      },
    },
    forgetting: form.forgetDraft.to('invited', 'When the form opens next, it shows this address.'),
    invited: { tags: 'busy', entry: 'reportInvitation', description: 'The list closes the form.' },
    ...leavingStates(draftOf, projectOf),
  },
});
