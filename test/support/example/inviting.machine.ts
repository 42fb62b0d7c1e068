import { sendTo } from 'xstate';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../../src/machines/parts/confirm.ts';
import { draftFormOf } from '../../../src/machines/parts/draftForm.ts';
import { onFailure } from '../../../src/machines/parts/failure.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { FormContext, FormEvent } from '../../../src/machines/parts/form.ts';
import { resourceChanged } from '../../../src/machines/parts/resourceCommands.ts';
import type { ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import { successToast } from '../../../src/machines/parts/toasts.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import { invitationSchema, type Invitation, type OfInvitation } from './invitation.ts';

interface InvitingContext extends FormContext<Invitation>, ConfirmContext, Pick<ScreenInput, 'port'> {
  /** The organization: each has its own draft. */
  slug: string;
}
type InvitingEvent = FormEvent<Invitation> | ConfirmEvent | { type: 'revocation.requested' };

const requestOf = ({ values: { email, role } }: InvitingContext): Invitation => ({ email: email.trim(), role });
const invitationOf = ({ context }: { context: InvitingContext }) => ({ slug: context.slug, ...requestOf(context) });
const form = draftFormOf({ schema: invitationSchema, request: requestOf, keyOf: ({ slug }) => ({ slug }) });

export const invitingMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'organization'>,
    context: {} as InvitingContext,
    events: {} as InvitingEvent,
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    ...form.actors,
    invite: unprovided<void, OfInvitation>('invite'),
    revoke: unprovided<void, OfInvitation>('revoke'),
  },
  delays: form.delays,
  guards: form.guards,
  actions: {
    ...form.actions<InvitingEvent>(),
    ...confirmActions<InvitingContext, InvitingEvent>(),
    refreshMembers: sendTo(({ context }) => context.port, resourceChanged('members')),
    announceInvitation: sendTo(({ context }) => context.port, successToast('Invitation sent')),
    announceRevocation: sendTo(({ context }) => context.port, successToast('Invitation revoked')),
  },
}).createMachine({
  id: 'inviting',
  description: 'Invites a member, and revokes the invitation on request.',
  context: ({ input: { port, params } }) => ({
    port,
    slug: params.slug,
    values: { email: '', role: 'reader' },
    fieldErrors: {},
    failure: null,
    confirmFailure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: form.loadDraft.to('editing'),
    editing: { ...form.editing, on: form.submitTo('inviting') },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'invite',
        src: 'invite',
        input: invitationOf,
        onDone: { target: 'forgettingDraft', actions: ['refreshMembers', 'announceInvitation'] },
        onError: onFailure('editing.unsaved', 'The typed values stay.'),
      },
    },
    forgettingDraft: form.forgetDraft.to('invited', 'The next invitation starts with the values of this one.'),
    invited: { on: { 'revocation.requested': { target: 'confirmingRevocation' } } },
    confirmingRevocation: confirmBefore('revoking', 'invited'),
    revoking: {
      tags: 'confirmed',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: invitationOf,
        onDone: { target: 'editing', actions: ['refreshMembers', 'announceRevocation'] },
        onError: onConfirmFailure('confirmingRevocation'),
      },
    },
  },
});
