import * as v from 'valibot';
import { assign, sendTo } from 'xstate';
import {
  metadataMaxLength,
  type MetadataDocuments,
  type MetadataDraft,
  type ProjectUser,
} from '../../../contract/auth/projectUser.ts';
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
import { metadataChange, metadataOf, metadataText } from './metadataText.ts';

/** The user has the new metadata. */
export interface MetadataSaved {
  type: 'metadata.saved';
}

interface OfUser {
  ref: string;
  id: string;
}

interface UserMetadataInput extends MetadataDocuments, OfUser {
  parent: Port<MetadataSaved | { type: 'form.cancelled' }>;
}

type MetadataForm = MetadataDraft['values'];

interface UserMetadataContext extends FormContext<MetadataForm>, OfUser, Pick<UserMetadataInput, 'parent'> {
  /** What the service has. */
  stored: MetadataDocuments;
  /** What the form began with: older than `stored` where a draft was kept meanwhile. */
  from: MetadataDocuments;
}

type UserMetadataEvent = FormEvent<MetadataForm> | FormLeft | { type: 'edits.discarded' };

const textSchema = v.pipe(
  v.string(),
  v.maxLength(metadataMaxLength, 'Metadata can have at most 16,384 characters.'),
  v.check((text) => metadataOf(text) !== null, 'Enter a JSON object, such as {"plan": "gold"}.'),
);
const formSchema = v.object({ user_metadata: textSchema, app_metadata: textSchema });

const form = formOf({ schema: formSchema, request: ({ values }: UserMetadataContext): MetadataForm => values });

const changeOf = ({ values, from }: Pick<UserMetadataContext, 'values' | 'from'>): MetadataDocuments => ({
  user_metadata: metadataChange(from.user_metadata, metadataOf(values.user_metadata) ?? {}),
  app_metadata: metadataChange(from.app_metadata, metadataOf(values.app_metadata) ?? {}),
});

const textsOf = ({ user_metadata, app_metadata }: MetadataDocuments): MetadataForm => ({
  user_metadata: metadataText(user_metadata),
  app_metadata: metadataText(app_metadata),
});

/** Whether the texts say anything else than what was edited. */
export function isUntouched({ from, values }: MetadataDraft): boolean {
  const texts = textsOf(from);
  return values.user_metadata === texts.user_metadata && values.app_metadata === texts.app_metadata;
}

const draftOf = ({ from, values }: UserMetadataContext): MetadataDraft => ({ from, values });
const userOf = ({ ref, id }: UserMetadataContext): OfUser => ({ ref, id });

export const userMetadataMachine = flowSetup({
  types: {
    input: {} as UserMetadataInput,
    context: {} as UserMetadataContext,
    events: {} as UserMetadataEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<MetadataDraft, OfUser>(),
    changeMetadata: unprovided<ProjectUser, OfUser & { change: MetadataDocuments }>('changeMetadata'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<UserMetadataEvent>(),
    takeDraft: assign((_, { draft }: { draft: MetadataDraft | null }) => draft ?? {}),
    showStored: assign(({ context: { stored } }) => ({ from: stored, values: textsOf(stored) })),
    reportLeaving: sendTo(({ context }) => context.parent, { type: 'form.cancelled' }),
    reportChange: sendTo(({ context }) => context.parent, { type: 'metadata.saved' }),
  },
}).createMachine({
  id: 'userMetadata',
  description:
    'Edits the two metadata documents of a user of a project as JSON. What was typed survives a reload and closing the form.',
  context: ({ input: { ref, id, parent, ...stored } }) => ({
    ref,
    id,
    parent,
    stored,
    from: stored,
    values: textsOf(stored),
    fieldErrors: {},
    failure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<MetadataDraft>().by(userOf).to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('saving'),
        'form.left': leaveForm,
        'edits.discarded': {
          target: 'discarding',
          actions: ['clearFailure', 'showStored'],
          description: 'The form shows what is stored.',
        },
      },
      states: draftStates(draftOf, userOf),
    },
    discarding: forgetDraft('discarding', userOf).to('editing', 'When the form opens next, the edits are there again.'),
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'changeMetadata',
        input: ({ context }) => ({ ...userOf(context), change: changeOf(context) }),
        onDone: { target: 'forgetting' },
        onError: onFailure('editing.unsaved', 'The typed texts stay.'),
      },
    },
    forgetting: forgetDraft('forgetting', userOf).to('saved', 'When the form opens next, it shows these texts.'),
    saved: { tags: 'busy', entry: 'reportChange', description: 'The page closes the form.' },
    ...leavingStates(draftOf, userOf),
  },
});
