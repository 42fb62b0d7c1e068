import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { supportRequestSchema, type SupportReceipt, type SupportRequest } from '../../../contract/support/support.ts';
import type { SupportDraft } from '../../../contract/support/supportDraft.ts';
import { href } from '../../../router/href.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../parts/draft.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FieldChange, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { AppPort } from '../../parts/port.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { requestOf, startOf, valuesIn, type FoundTrace } from './supportValues.ts';

export type SupportChange = FieldChange<SupportDraft>;

interface SupportContext extends FormContext<SupportDraft, keyof SupportRequest> {
  port: AppPort;
  /** What the address asks for. */
  asked: Partial<SupportDraft>;
  /** What is shown of the trace; null until it has been asked for. */
  trace: FoundTrace | null;
  /** The text that goes along; null for none. */
  attachment: string | null;
  receipt: SupportReceipt | null;
}

type SupportEvent =
  | FormEvent<SupportDraft>
  | { type: 'trace.requested' }
  | { type: 'trace.attached' }
  | { type: 'trace.detached' };

const form = formOf({
  schema: supportRequestSchema,
  request: (context: SupportContext) => requestOf(context),
  requestField: { projectRef: 'project_ref' },
});

export const supportRequestMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SupportContext,
    events: {} as SupportEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<SupportDraft>(),
    findTrace: unprovided<FoundTrace>('findTrace'),
    sendRequest: unprovided<SupportReceipt, SupportRequest>('sendRequest'),
  },
  delays: draftDelays,
  guards: {
    /** The project that was named is the only thing in a request that the server may not find. */
    isProjectMissing: ({ context }, { failure }: { failure: Failure }) =>
      failure.code === 404 && context.values.projectRef !== '',
    isComplete: form.isComplete,
  },
  actions: {
    takeDraft: assign(({ context }, { draft }: { draft: SupportDraft | null }) => ({
      values: startOf(context.asked, draft),
    })),
    ...form.actions<SupportEvent>(),
    keepProjectError: assign(({ context }, { failure }: { failure: Failure }) => ({
      fieldErrors: { ...context.fieldErrors, project_ref: failure.message },
    })),
    showTrace: assign((_, { trace }: { trace: FoundTrace }) => ({ trace })),
    attach: assign({ attachment: ({ context }) => context.trace?.text ?? null }),
    detach: assign({ attachment: null }),
    keepReceipt: assign((_, { receipt }: { receipt: SupportReceipt }) => ({ receipt })),
    /** Loading the page again would fill the form as if nothing had been sent. */
    clearAddress: sendTo(({ context }) => context.port, {
      type: 'navigation.requested',
      to: href('support'),
      replace: true,
    }),
  },
}).createMachine({
  id: 'supportRequest',
  description:
    'Asking those who run the server for help. What the address brings, as from the error screen, is filled in; a trace goes along only after it has been seen.',
  context: ({ input: { query, port } }) => ({
    port,
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
    loadingDraft: loadDraft<SupportDraft>().to('writing'),
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
                  actions: keepChange,
                },
                'form.submitted': submitTo('sending'),
              },
              states: draftStates(({ values }: SupportContext) => values),
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
                  onFailure('editing.unsaved', 'What was typed stays, and is kept.'),
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
