import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../../contract/common/fieldErrors.ts';
import { timing } from '../../../contract/common/timing.ts';
import { supportRequestSchema, type SupportReceipt, type SupportRequest } from '../../../contract/support/support.ts';
import type { SupportDraft } from '../../../contract/support/supportDraft.ts';
import { href } from '../../../router/href.ts';
import { bounded } from '../../parts/bounded.ts';
import type { AppPort } from '../../parts/port.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { requestOf, startOf, valuesIn, type FoundTrace } from './supportValues.ts';

export type SupportChange = {
  [Field in keyof SupportDraft]: { field: Field; value: SupportDraft[Field] };
}[keyof SupportDraft];

interface SupportContext {
  parent: AppPort;
  /** What the address asks for. */
  asked: Partial<SupportDraft>;
  values: SupportDraft;
  fieldErrors: FieldErrors<keyof SupportRequest>;
  /** What is shown of the trace; null until it has been asked for. */
  trace: FoundTrace | null;
  /** The text that goes along; null for none. */
  attachment: string | null;
  /** Why the last attempt was refused. */
  failure: Failure | null;
  receipt: SupportReceipt | null;
}

const fieldErrorKey = (field: keyof SupportDraft): keyof SupportRequest =>
  field === 'projectRef' ? 'project_ref' : field;

export const supportRequestMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as SupportContext,
    events: {} as
      | ({ type: 'field.changed' } & SupportChange)
      | { type: 'trace.requested' }
      | { type: 'trace.attached' }
      | { type: 'trace.detached' }
      | { type: 'form.submitted' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    loadDraft: unprovided<SupportDraft | null>('loadDraft'),
    keepDraft: unprovided<void, { draft: SupportDraft }>('keepDraft'),
    deleteDraft: unprovided<void>('deleteDraft'),
    findTrace: unprovided<FoundTrace>('findTrace'),
    sendRequest: unprovided<SupportReceipt, SupportRequest>('sendRequest'),
  },
  delays: { keeping: timing.addressMirrorMs },
  guards: {
    /** The project that was named is the only thing in a request that the server may not find. */
    isProjectMissing: ({ context }, { failure }: { failure: Failure }) =>
      failure.code === 404 && context.values.projectRef !== '',
    isComplete: ({ context }) => !hasFieldErrors(fieldErrorsOf(supportRequestSchema, requestOf(context))),
  },
  actions: {
    takeDraft: assign(({ context }, { draft }: { draft: SupportDraft | null }) => ({
      values: startOf(context.asked, draft),
    })),
    keepValue: assign(({ context }, { field, value }: SupportChange) => ({
      values: { ...context.values, [field]: value },
      fieldErrors: withoutFieldError(context.fieldErrors, fieldErrorKey(field)),
    })),
    keepFieldErrors: assign({
      fieldErrors: ({ context }) => fieldErrorsOf(supportRequestSchema, requestOf(context)),
      failure: null,
    }),
    clearFailure: assign({ fieldErrors: {}, failure: null }),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    keepProjectError: assign(({ context }, { failure }: { failure: Failure }) => ({
      fieldErrors: { ...context.fieldErrors, project_ref: failure.message },
    })),
    showTrace: assign((_, { trace }: { trace: FoundTrace }) => ({ trace })),
    attach: assign({ attachment: ({ context }) => context.trace?.text ?? null }),
    detach: assign({ attachment: null }),
    keepReceipt: assign((_, { receipt }: { receipt: SupportReceipt }) => ({ receipt })),
    /** Loading the page again would fill the form as if nothing had been sent. */
    clearAddress: ({ context }) =>
      context.parent.send({ type: 'navigation.requested', to: href('support'), replace: true }),
  },
}).createMachine({
  id: 'supportRequest',
  description:
    'Asking those who run the server for help. What the address brings, as from the error screen, is filled in; a trace goes along only after it has been seen.',
  options: bounded,
  context: ({ input: { query, parent } }) => ({
    parent,
    asked: valuesIn(query),
    values: startOf(valuesIn(query), null),
    fieldErrors: {},
    trace: null,
    attachment: null,
    failure: null,
    receipt: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: {
      invoke: {
        id: 'draft',
        src: 'loadDraft',
        onDone: { target: 'writing', actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) } },
        onError: { target: 'writing', description: 'An empty form is no reason to show none.' },
      },
    },
    writing: {
      type: 'parallel',
      states: {
        form: {
          initial: 'editing',
          states: {
            editing: {
              initial: 'saved',
              on: {
                'field.changed': {
                  target: '.unsaved',
                  reenter: true,
                  actions: { type: 'keepValue', params: ({ event }) => event },
                },
                'form.submitted': [
                  { guard: 'isComplete', target: 'sending', actions: 'clearFailure' },
                  { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' },
                ],
              },
              states: {
                saved: {},
                unsaved: { after: { keeping: { target: 'keeping' } } },
                keeping: {
                  invoke: {
                    id: 'keeping',
                    src: 'keepDraft',
                    input: ({ context }) => ({ draft: context.values }),
                    onDone: { target: 'saved' },
                    onError: {
                      target: 'saved',
                      description: 'A browser without room for it loses the draft at a reload, and nothing else.',
                    },
                  },
                },
              },
            },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'request',
                src: 'sendRequest',
                input: ({ context }) => requestOf(context),
                onDone: {
                  target: '#supportRequest.sent',
                  actions: [
                    { type: 'keepReceipt', params: ({ event }) => ({ receipt: event.output }) },
                    'clearAddress',
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isProjectMissing', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                    target: 'editing.unsaved',
                    actions: { type: 'keepProjectError', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                    description: 'It is said where another project can be chosen, or none.',
                  },
                  {
                    target: 'editing.unsaved',
                    actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                    description: 'What was typed stays, and is kept.',
                  },
                ],
              },
            },
          },
        },
        trace: {
          initial: 'unloaded',
          states: {
            unloaded: { on: { 'trace.requested': { target: 'finding' } } },
            finding: {
              invoke: {
                id: 'found',
                src: 'findTrace',
                onDone: {
                  target: 'loaded',
                  actions: { type: 'showTrace', params: ({ event }) => ({ trace: event.output }) },
                },
                onError: { target: 'missing' },
              },
            },
            loaded: {
              description: 'Only what has been shown can go along.',
              initial: 'detached',
              states: {
                detached: { on: { 'trace.attached': { target: 'attached', actions: 'attach' } } },
                attached: { on: { 'trace.detached': { target: 'detached', actions: 'detach' } } },
              },
            },
            missing: { on: { 'trace.requested': { target: 'finding' } } },
          },
        },
      },
    },
    sent: {
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        onError: { description: 'The next request then begins with the words of this one.' },
      },
    },
  },
});
