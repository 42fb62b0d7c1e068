import { assign, sendTo } from 'xstate';
import { userInvitationSchema, type ProjectUser, type UserInvitation } from '../../../contract/auth/projectUser.ts';
import {
  draftActors,
  draftDelays,
  draftStates,
  leaveForm,
  leavingStates,
  loadDraft,
  type FormLeft,
  forgetDraft,
} from '../../parts/draft.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
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

const requestOf = ({ values }: Pick<UserInvitationContext, 'values'>): UserInvitation => ({
  email: values.email.trim(),
});

const form = formOf({ schema: userInvitationSchema, request: (context: UserInvitationContext) => requestOf(context) });

const draftOf = ({ values }: UserInvitationContext): UserInvitation => values;
const projectOf = ({ ref }: UserInvitationContext) => ({ ref });

export const userInvitationMachine = flowSetup({
  types: {
    input: {} as UserInvitationInput,
    context: {} as UserInvitationContext,
    events: {} as UserInvitationEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<UserInvitation, { ref: string }>(),
    inviteUser: unprovided<ProjectUser, { ref: string; invitation: UserInvitation }>('inviteUser'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<UserInvitationEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: UserInvitation | null }) => ({
      values: draft ?? context.values,
    })),
    reportLeaving: sendTo(({ context }) => context.parent, { type: 'invitation.cancelled' }),
    reportInvitation: sendTo(({ context }) => context.parent, { type: 'user.invited' }),
  },
}).createMachine({
  id: 'userInvitation',
  description: 'Invites a person by email to become a user of a project.',
  context: ({ input }) => ({ ...input, values: { email: '' }, fieldErrors: {}, failure: null }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<UserInvitation>().by(projectOf).to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'form.left': leaveForm,
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('inviting'),
      },
      states: draftStates(draftOf, projectOf),
    },
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
    forgetting: forgetDraft('forgetting', projectOf).to('invited', 'When the form opens next, it shows this address.'),
    invited: { tags: 'busy', entry: 'reportInvitation', description: 'The list closes the form.' },
    ...leavingStates(draftOf, projectOf),
  },
});
