import { assign, sendTo } from 'xstate';
import {
  changeEndpointSchema,
  endpointChange,
  type ChangeEndpoint,
  type EndpointDraft,
  type EndpointForm,
  type StoredEndpoint,
  type TestedEndpoint,
} from '../../../contract/assistant/assistantEndpoint.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { draftActors, draftDelays, draftStates, forgetDraft, loadDraft } from '../../parts/draft.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, incomplete, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface AssistantEndpointContext
  extends FormContext<EndpointForm, keyof ChangeEndpoint>, ConfirmContext, Pick<ScreenInput, 'port'> {
  slug: string;
  /** What is stored; null before it is read. */
  stored: StoredEndpoint | null;
  /** The edits of before a reload, until the stored settings are read. */
  draft: EndpointDraft | null;
  /** What came of the last test of the form as it is. */
  tested: TestedEndpoint | null;
}

type AssistantEndpointEvent =
  | FormEvent<EndpointForm>
  | ConfirmEvent
  | { type: 'reading.retried' }
  | { type: 'test.requested' }
  | { type: 'removal.requested' }
  | { type: 'edits.discarded' };

type Target = { slug: string };

const slugOf = ({ slug }: AssistantEndpointContext): Target => ({ slug });

const formFor = (stored: StoredEndpoint | null, draft: EndpointDraft | null): EndpointForm => {
  const { baseUrl = '', modelName = '', contextTokens = '' } = draft ?? stored ?? {};
  return { baseUrl, modelName, contextTokens, apiKey: '', removesKey: false };
};

/** Whether the form differs from what is stored in what a draft keeps. */
export const isEdited = ({ values, stored }: Pick<AssistantEndpointContext, 'values' | 'stored'>): boolean =>
  stored !== null &&
  (['baseUrl', 'modelName', 'contextTokens'] as const).some((field) => values[field] !== stored[field]);

const form = formOf({
  schema: changeEndpointSchema,
  request: ({ values }: AssistantEndpointContext) => endpointChange(values),
  requestField: { baseUrl: 'url', modelName: 'model', apiKey: 'key', removesKey: 'key' },
});

const keepRead = {
  type: 'keepStored',
  params: ({ event }: { event: { output: StoredEndpoint } }) => ({ stored: event.output }),
} as const;

export const assistantEndpointMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'organizationAssistant'>,
    context: {} as AssistantEndpointContext,
    events: {} as AssistantEndpointEvent,
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    ...draftActors<EndpointDraft, Target>(),
    readEndpoint: unprovided<StoredEndpoint, Target>('readEndpoint'),
    changeEndpoint: unprovided<StoredEndpoint, Target & { values: EndpointForm }>('changeEndpoint'),
    testEndpoint: unprovided<TestedEndpoint, Target & { values: EndpointForm }>('testEndpoint'),
    removeEndpoint: unprovided<void, Target>('removeEndpoint'),
  },
  delays: draftDelays,
  guards: {
    isComplete: form.isComplete,
    isEdited: ({ context }) => isEdited(context),
    hasEndpoint: ({ context }) => context.stored?.isSet === true,
  },
  actions: {
    ...form.actions<AssistantEndpointEvent>(),
    ...confirmActions<AssistantEndpointContext, AssistantEndpointEvent>(),
    takeDraft: assign((_, { draft }: { draft: EndpointDraft | null }) => ({ draft })),
    /** The next reading fills them in again. */
    keepEdits: assign(({ context }) => ({ draft: isEdited(context) ? context.values : null })),
    keepStored: assign(({ context }, { stored }: { stored: StoredEndpoint }) => ({
      stored,
      values: formFor(stored, context.draft),
      draft: null,
    })),
    keepTested: assign((_, { tested }: { tested: TestedEndpoint }) => ({ tested })),
    clearTested: assign({ tested: null }),
    announceChange: sendTo(({ context }) => context.port, successToast('Model saved')),
    // Where no model answers, the projects offer no assistant.
    refreshOrganizations: sendTo(({ context }) => context.port, resourceChanged(['organizations', 'organization'])),
    announceRemoval: sendTo(({ context }) => context.port, successToast('Model removed')),
  },
}).createMachine({
  id: 'assistantEndpoint',
  description: "The model that answers in the assistant of an organization's projects. Its key is never read back.",
  context: ({ input: { port, params } }) => ({
    port,
    slug: params.slug,
    stored: null,
    draft: null,
    values: formFor(null, null),
    fieldErrors: {},
    failure: null,
    confirmFailure: null,
    tested: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<EndpointDraft>().by(slugOf).to('reading'),
    reading: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'endpoint',
        src: 'readEndpoint',
        input: ({ context }) => slugOf(context),
        onDone: { target: 'editing', actions: keepRead },
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'reading.retried': { target: 'reading' } } },
    editing: {
      initial: 'returning',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: [keepChange, 'clearTested'] },
        'form.submitted': submitTo('saving'),
        'test.requested': [
          { guard: 'isComplete', target: 'testing', description: 'What is tested is the form, before it is saved.' },
          incomplete,
        ],
        'removal.requested': {
          guard: 'hasEndpoint',
          target: 'confirmingRemoval',
          description: 'There is something to remove.',
        },
        'edits.discarded': {
          target: 'discarding',
          actions: 'clearTested',
          description: 'The form shows what is stored.',
        },
      },
      states: {
        returning: {
          always: [
            {
              guard: 'isEdited',
              target: 'unsaved',
              description: 'What was typed right before a test, an attempt to save or a question is stored, too.',
            },
            { target: 'saved' },
          ],
        },
        ...draftStates(
          ({ values: { baseUrl, modelName, contextTokens } }: AssistantEndpointContext): EndpointDraft => ({
            baseUrl,
            modelName,
            contextTokens,
          }),
          slugOf,
        ),
      },
    },
    discarding: forgetDraft('discarding', slugOf).to('reading', 'After a reload, the edits are there again.'),
    testing: {
      tags: 'busy',
      entry: ['clearFailure', 'clearTested'],
      invoke: {
        id: 'test',
        src: 'testEndpoint',
        input: ({ context }) => ({ slug: context.slug, values: context.values }),
        onDone: {
          target: 'editing',
          actions: { type: 'keepTested', params: ({ event }) => ({ tested: event.output }) },
        },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'changeEndpoint',
        input: ({ context }) => ({ slug: context.slug, values: context.values }),
        onDone: {
          target: 'forgettingDraft',
          actions: [keepRead, 'clearTested', 'refreshOrganizations', 'announceChange'],
        },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    forgettingDraft: forgetDraft('forgetting', slugOf).to('editing', 'The draft says what is stored.'),
    confirmingRemoval: confirmBefore('removing', 'editing'),
    removing: {
      tags: 'confirmed',
      invoke: {
        id: 'removal',
        src: 'removeEndpoint',
        input: ({ context }) => slugOf(context),
        onDone: { target: 'reading', actions: ['keepEdits', 'clearTested', 'refreshOrganizations', 'announceRemoval'] },
        onError: onConfirmFailure('confirmingRemoval'),
      },
    },
  },
});
