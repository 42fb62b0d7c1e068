import * as v from 'valibot';
import { assign } from 'xstate';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../../src/machines/parts/confirm.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../../src/machines/parts/draft.ts';
import { onFailure } from '../../../src/machines/parts/failure.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../../src/machines/parts/form.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';

export interface InviteValues {
  email: string;
  role: 'reader' | 'owner';
}
const inviteSchema = v.object({
  invited_email: v.pipe(v.string(), v.email('Enter an email address.')),
  role: v.string(),
});
export type InviteRequest = v.InferInput<typeof inviteSchema>;

interface InvitingContext extends FormContext<InviteValues, keyof InviteRequest>, ConfirmContext {
  /** The organization: each has its own draft. */
  slug: string;
}
type InvitingEvent = FormEvent<InviteValues> | ConfirmEvent | { type: 'revocation.requested' };

const slugOf = ({ slug }: InvitingContext) => ({ slug });
const requestOf = ({ values: { email, role } }: InvitingContext) => ({ invited_email: email.trim(), role });

const form = formOf({
  schema: inviteSchema,
  request: requestOf,
  // Choosing "owner" empties the email address, as an example of a change that affects another field.
  change: ({ values }, { field, value }) => ({ ...values, ...(value === 'owner' && { email: '' }), [field]: value }),
  requestField: { email: 'invited_email' },
});

export const invitingMachine = flowSetup({
  types: {
    input: {} as { slug: string },
    context: {} as InvitingContext,
    events: {} as InvitingEvent,
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    ...draftActors<InviteValues, { slug: string }>(),
    invite: unprovided<void, InviteRequest>('invite'),
    revoke: unprovided<void, { email: string }>('revoke'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<InvitingEvent>(),
    ...confirmActions<InvitingContext, InvitingEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: InviteValues | null }) => ({
      values: draft ?? context.values,
    })),
  },
}).createMachine({
  id: 'inviting',
  description: 'Invites a member, and revokes the invitation on request.',
  context: ({ input }) => ({
    slug: input.slug,
    values: { email: '', role: 'reader' },
    fieldErrors: {},
    failure: null,
    confirmFailure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<InviteValues>().by(slugOf).to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('inviting'),
      },
      states: draftStates(({ values }: InvitingContext) => values, slugOf),
    },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'invite',
        src: 'invite',
        input: ({ context }) => requestOf(context),
        onDone: { target: 'invited' },
        onError: onFailure('editing.unsaved', 'The typed values stay.'),
      },
    },
    invited: {
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        input: ({ context }) => slugOf(context),
        onError: { description: 'The next invitation starts with the values of this one.' },
      },
      on: { 'revocation.requested': { target: 'confirmingRevocation' } },
    },
    confirmingRevocation: confirmBefore('revoking', 'invited'),
    revoking: {
      tags: 'confirmed',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context }) => ({ email: requestOf(context).invited_email }),
        onDone: { target: 'editing' },
        onError: onConfirmFailure('confirmingRevocation'),
      },
    },
  },
});
