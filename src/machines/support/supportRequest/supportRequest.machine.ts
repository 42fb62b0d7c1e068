import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { supportRequestSchema, type SupportReceipt, type SupportRequest } from '../../../contract/support/support.ts';
import type { SupportDraft } from '../../../contract/support/supportDraft.ts';
import { href } from '../../../router/href.ts';
import { draftFormOf } from '../../parts/draftForm.ts';
import { failureIn, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormContext, FormEvent } from '../../parts/form.ts';
import type { AppPort } from '../../parts/port.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { requestOf, startOf, valuesIn, type FoundTrace } from './supportValues.ts';

interface SupportContext extends FormContext<SupportDraft, keyof SupportRequest> {
  port: AppPort;
  /** The values from the address. */
  asked: Partial<SupportDraft>;
  /** The trace as it is shown; null until the user asks for it. */
  trace: FoundTrace | null;
  /** The attached trace; null for none. */
  attachment: string | null;
  receipt: SupportReceipt | null;
}

type SupportEvent =
  | FormEvent<SupportDraft>
  | { type: 'trace.requested' }
  | { type: 'trace.attached' }
  | { type: 'trace.detached' };

const form = draftFormOf({
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
    ...form.actors,
    findTrace: unprovided<FoundTrace>('findTrace'),
    sendRequest: unprovided<SupportReceipt, SupportRequest>('sendRequest'),
  },
  delays: form.delays,
  guards: {
    /** The named project is the only part of a request that the server may not find. */
    isProjectMissing: ({ context }, { failure }: { failure: Failure }) =>
      failure.code === 404 && context.values.projectRef !== '',
    ...form.guards,
  },
  actions: {
    ...form.actions<SupportEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: SupportDraft | null }) => ({
      values: startOf(context.asked, draft),
    })),
    keepProjectError: assign(({ context }, { failure }: { failure: Failure }) => ({
      fieldErrors: { ...context.fieldErrors, project_ref: failure.message },
    })),
    showTrace: assign((_, { trace }: { trace: FoundTrace }) => ({ trace })),
    attach: assign({ attachment: ({ context }) => context.trace?.text ?? null }),
    detach: assign({ attachment: null }),
    keepReceipt: assign((_, { receipt }: { receipt: SupportReceipt }) => ({ receipt })),
    /** A reload would otherwise fill in the same form again. */
    clearAddress: sendTo(({ context }) => context.port, {
      type: 'navigation.requested',
      to: href('support'),
      replace: true,
    }),
  },
}).createMachine({
  id: 'supportRequest',
  description:
    'A support request to the operators of the server. Values from the address, for example from the error screen, are filled in; a trace is attached only after the user has seen it.',
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
    loadingDraft: form.loadDraft.to('writing'),
    writing: {
      type: 'parallel',
      states: {
        form: {
          initial: 'editing',
          states: {
            editing: { ...form.editing, on: form.submitTo('sending') },
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
                    guard: { type: 'isProjectMissing', params: failureIn },
                    target: 'editing.unsaved',
                    actions: { type: 'keepProjectError', params: failureIn },
                    description: 'The field shows the error, where the user can choose another project or none.',
                  },
                  onFailure('editing.unsaved', 'The typed text stays, and the draft stays saved.'),
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
              description: 'Only a trace that the user has seen can be attached.',
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
        onError: { description: 'The next request then starts with the text of this one.' },
      },
    },
  },
});
