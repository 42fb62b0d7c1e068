import { assign, enqueueActions, sendTo } from 'xstate';
import { previewIds, type EnabledPreviews, type PreviewId } from '../../../contract/ambient/previews.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Read from storage: what an earlier visit or another tab has switched. */
export interface PreviewsFound {
  type: 'previews.loaded';
  enabled: EnabledPreviews;
}

/** What storage is told. */
export interface PreviewSwitched {
  type: 'preview.switched';
  id: PreviewId;
  enabled: boolean;
}

export interface PreviewsInput {
  port: AppPort;
  /** It was asked for before it was there. */
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
  description: 'Which parts of the dashboard its user has switched on before everybody gets them.',
  context: ({ input }) => ({ ...input, enabled: {}, chosen: previewIds[0] }),
  invoke: { id: 'storage', src: 'storage', onError: { description: 'What is switched lasts as long as the page.' } },
  on: { 'previews.loaded': { actions: { type: 'keepEnabled', params: ({ event }) => event } } },
  initial: 'closed',
  states: {
    closed: {
      always: {
        guard: 'isOpened',
        target: 'open',
        actions: 'consumeRequest',
        description: 'Somebody waits for it.',
        meta: { waiver: 'What it is started with decides it before the first event; a scenario starts so.' },
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
