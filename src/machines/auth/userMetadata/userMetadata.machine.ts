import * as v from 'valibot';
import { sendTo } from 'xstate';
import { metadataMaxLength, type ProjectUser, type UserMetadata } from '../../../contract/auth/projectUser.ts';
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

interface Metadata {
  user_metadata: UserMetadata;
  app_metadata: UserMetadata;
}

export interface UserMetadataInput extends Metadata {
  ref: string;
  id: string;
  parent: Port<MetadataSaved>;
}

/** Both documents as texts. */
export interface MetadataForm {
  user_metadata: string;
  app_metadata: string;
}

interface UserMetadataContext extends FormContext<MetadataForm>, Pick<UserMetadataInput, 'ref' | 'id' | 'parent'> {
  /** What the form began with. */
  stored: Metadata;
}

type UserMetadataEvent = FormEvent<MetadataForm>;

const textSchema = v.pipe(
  v.string(),
  v.maxLength(metadataMaxLength, 'Metadata can have at most 16,384 characters.'),
  v.check((text) => metadataOf(text) !== null, 'Enter a JSON object, such as {"plan": "gold"}.'),
);
const formSchema = v.object({ user_metadata: textSchema, app_metadata: textSchema });

const form = formOf({ schema: formSchema, request: ({ values }: UserMetadataContext): MetadataForm => values });

const changeOf = ({ values, stored }: Pick<UserMetadataContext, 'values' | 'stored'>): Metadata => ({
  user_metadata: metadataChange(stored.user_metadata, metadataOf(values.user_metadata) ?? {}),
  app_metadata: metadataChange(stored.app_metadata, metadataOf(values.app_metadata) ?? {}),
});

export const userMetadataMachine = flowSetup({
  types: {
    input: {} as UserMetadataInput,
    context: {} as UserMetadataContext,
    events: {} as UserMetadataEvent,
    tags: {} as 'busy',
  },
  actors: {
    changeMetadata: unprovided<ProjectUser, { ref: string; id: string; change: Metadata }>('changeMetadata'),
  },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<UserMetadataEvent>(),
    reportChange: sendTo(({ context }) => context.parent, { type: 'metadata.saved' }),
  },
}).createMachine({
  id: 'userMetadata',
  description: 'Edits the two metadata documents of a user of a project as JSON.',
  context: ({ input: { ref, id, parent, ...stored } }) => ({
    ref,
    id,
    parent,
    stored,
    values: {
      user_metadata: metadataText(stored.user_metadata),
      app_metadata: metadataText(stored.app_metadata),
    },
    fieldErrors: {},
    failure: null,
  }),
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
        src: 'changeMetadata',
        input: ({ context }) => ({ ref: context.ref, id: context.id, change: changeOf(context) }),
        onDone: { target: 'saved', actions: 'reportChange' },
        onError: onFailure('editing', 'The typed texts stay.'),
      },
    },
    saved: { tags: 'busy', description: 'The page closes the form.' },
  },
});
