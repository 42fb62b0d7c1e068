import * as v from 'valibot';
import { assign } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { confirmBefore, type ConfirmEvent } from '../../../src/machines/parts/confirm.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../../src/machines/parts/draft.ts';
import { onFailure } from '../../../src/machines/parts/failure.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../../src/machines/parts/form.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import type { Invariant, Model } from '../../support/paths.ts';

interface InviteValues {
  email: string;
  role: 'reader' | 'owner';
}
const inviteSchema = v.object({
  invited_email: v.pipe(v.string(), v.email('Enter an email address.')),
  role: v.string(),
});
type InviteContext = FormContext<InviteValues, 'invited_email' | 'role'>;
type InviteEvent = FormEvent<InviteValues> | ConfirmEvent | { type: 'revocation.requested' };

const form = formOf({
  schema: inviteSchema,
  request: ({ values: { email, role } }: InviteContext) => ({ invited_email: email.trim(), role }),
  // An owner is invited with an empty field, so that a form is shown in which one change makes two.
  change: ({ values }, { field, value }) => ({ ...values, ...(value === 'owner' && { email: '' }), [field]: value }),
  requestField: { email: 'invited_email' },
});

/** A form with a draft and a confirmation: what every flow that uses these parts has in common. */
export const inviteMachine = flowSetup({
  types: { context: {} as InviteContext, events: {} as InviteEvent, tags: {} as 'busy' },
  actors: {
    ...draftActors<InviteValues>(),
    invite: unprovided<void, { email: string }>('invite'),
    revoke: unprovided<void>('revoke'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<InviteEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: InviteValues | null }) => ({
      values: draft ?? context.values,
    })),
  },
}).createMachine({
  id: 'invite',
  description: 'Inviting a member, and taking the invitation back.',
  context: { values: { email: '', role: 'reader' }, fieldErrors: {}, failure: null },
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<InviteValues>().to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('inviting'),
      },
      states: draftStates(({ values }: InviteContext) => values),
    },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'invite',
        src: 'invite',
        input: ({ context }) => ({ email: context.values.email }),
        onDone: { target: 'invited' },
        onError: onFailure('editing.unsaved', 'What was typed stays.'),
      },
    },
    invited: {
      invoke: { id: 'forgetting', src: 'deleteDraft', onError: {} },
      on: { 'revocation.requested': { target: 'confirmingRevocation' } },
    },
    confirmingRevocation: confirmBefore('revoking', 'invited'),
    revoking: {
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'editing' },
        onError: onFailure('confirmingRevocation'),
      },
    },
  },
});

export const refusedField = new FailureError({
  code: 400,
  message: 'Already a member.',
  fields: { invited_email: 'This person is a member already.' },
});

/** What holds for every form. A flow that has one adds these to its own. */
export const formInvariants = (request: string): readonly Invariant<typeof inviteMachine>[] => [
  {
    says: 'Nothing is sent that has a problem.',
    when: (_, { awaited }) => awaited.includes(request),
    holds: ({ context }) => Object.keys(context.fieldErrors).length === 0,
  },
  {
    says: 'A failure is shown until the next attempt, and never while one is under way.',
    when: (snapshot) => snapshot.hasTag('busy'),
    holds: ({ context }) => context.failure === null,
  },
];

export const inviteModel: Model<typeof inviteMachine> = {
  machine: inviteMachine,
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'email', value: 'ada@example.com' },
      { type: 'field.changed', field: 'role', value: 'owner' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'revocation.requested': [{ type: 'revocation.requested' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    draft: [
      { output: null },
      { output: { email: 'grace@example.com', role: 'reader' } },
      { error: new Error('refused') },
    ],
    keeping: [{ output: undefined }, { error: new Error('full') }],
    forgetting: [{ output: undefined }, { error: new Error('refused') }],
    invite: [{ output: undefined }, { error: refusedField }],
    revoke: [{ output: undefined }, { error: new Error('no') }],
  },
  distinguish: ({ values, fieldErrors, failure }) => ({
    complete: values.email !== '',
    fieldErrors: Object.keys(fieldErrors),
    failed: failure !== null,
  }),
  invariants: formInvariants('invite'),
};
