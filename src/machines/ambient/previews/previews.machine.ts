import { assign, enqueueActions, sendTo } from 'xstate';
import { previewIds, type EnabledPreviews, type PreviewId } from '../../../contract/ambient/previews.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** The stored previews, from an earlier visit or another tab. */
export interface PreviewsFound {
  type: 'previews.loaded';
  enabled: EnabledPreviews;
}

/** Sent to storage. */
export interface PreviewSwitched {
  type: 'preview.switched';
  id: PreviewId;
  enabled: boolean;
}

interface PreviewsInput {
  port: AppPort;
  /** The user requested the dialog before the machine was loaded. */
  opened: boolean;
}

export const previewsMachine = flowSetup({
  types: {
    input: {} as PreviewsInput,
    context: {} as PreviewsInput & { enabled: EnabledPreviews; chosen: PreviewId },
    events: {} as
      | PreviewsFound
      | { type: 'previews.opened' }
      | { type: 'previews.closed' }
      | { type: 'preview.chosen'; id: PreviewId }
      | { type: 'preview.toggled' },
  },
  actors: { storage: unprovidedSource<PreviewsFound | PreviewSwitched>('storage') },
  guards: { isOpened: ({ context }) => context.opened },
  actions: {
    consumeRequest: assign({ opened: false }),
    keepEnabled: assign((_, { enabled }: { enabled: EnabledPreviews }) => ({ enabled })),
    choose: assign((_, { id }: { id: PreviewId }) => ({ chosen: id })),
    toggle: assign(({ context: { enabled, chosen } }) => ({
      enabled: { ...enabled, [chosen]: enabled[chosen] !== true },
    })),
    store: enqueueActions(({ context: { enabled, chosen }, enqueue }) => {
      enqueue.sendTo('storage', { type: 'preview.switched', id: chosen, enabled: enabled[chosen] === true });
    }),
    record: sendTo(
      ({ context }) => context.port,
      ({ context: { enabled, chosen } }) => ({
        type: 'event.recorded',
        action: enabled[chosen] === true ? 'ui_preview_enabled' : 'ui_preview_disabled',
        properties: { feature: chosen },
      }),
    ),
  },
}).createMachine({
  id: 'previews',
  description: 'Which previews the user has enabled.',
  context: ({ input }) => ({ ...input, enabled: {}, chosen: previewIds[0] }),
  invoke: { id: 'storage', src: 'storage', onError: { description: 'Changes last until the page is closed.' } },
  on: { 'previews.loaded': { actions: { type: 'keepEnabled', params: ({ event }) => event } } },
  initial: 'closed',
  states: {
    closed: {
      always: {
        guard: 'isOpened',
        target: 'open',
        actions: 'consumeRequest',
        description: 'The user waits for the dialog.',
        meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
      },
      on: { 'previews.opened': { target: 'open' } },
    },
    open: {
      on: {
        'previews.closed': { target: 'closed' },
        'preview.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'preview.toggled': { actions: ['toggle', 'store', 'record'] },
      },
    },
  },
});
