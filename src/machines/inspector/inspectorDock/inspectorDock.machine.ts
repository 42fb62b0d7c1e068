import { assign, sendTo, type ActorRefFrom } from 'xstate';
import { defaultDockPosition, type DockPosition } from '../../../contract/inspector/inspector.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { inspectorMachine } from '../inspector/inspector.machine.ts';

/**
 * What the page reports: on start, the panel's last position and whether it was open before a reload; then each press
 * of its key, and the width of the window.
 */
export type DockReport =
  | { type: 'position.loaded'; position: DockPosition }
  | { type: 'layout.changed'; narrow: boolean }
  | { type: 'dock.reopened' }
  | { type: 'dock.toggled' };

/** What the page receives: the panel's new position, and whether it is open. */
export type DockChanged =
  | { type: 'position.chosen'; position: DockPosition }
  | { type: 'openness.changed'; open: boolean };

export const inspectorDockMachine = flowSetup({
  types: {
    input: {} as { session: string; chart: string },
    context: {} as {
      session: string;
      chart: string;
      position: DockPosition;
      /** Whether the user has just opened the panel, so that it takes the focus. */
      asked: boolean;
      /** Whether the window is too narrow for a panel beside the page. */
      narrow: boolean;
    },
    events: {} as
      | DockReport
      | { type: 'dock.moved'; side: DockPosition['side'] }
      | { type: 'dock.resized'; share: number }
      | { type: 'dock.maximized' }
      | { type: 'dock.restored' }
      | { type: 'page.entered' }
      | { type: 'page.left' },
    children: {} as { page: 'page'; inspector: 'inspector' },
  },
  actors: { page: unprovidedSource<DockChanged>('page'), inspector: inspectorMachine },
  actions: {
    keepPosition: assign((_, { position }: { position: DockPosition }) => ({ position })),
    keepSide: assign(({ context }, { side }: { side: DockPosition['side'] }) => ({
      position: { ...context.position, side },
    })),
    keepShare: assign(({ context }, { share }: { share: number }) => ({ position: { ...context.position, share } })),
    storePosition: sendTo('page', ({ context }) => ({ type: 'position.chosen' as const, position: context.position })),
    keepNarrow: assign((_, { narrow }: { narrow: boolean }) => ({ narrow })),
    keepAsked: assign((_, { asked }: { asked: boolean }) => ({ asked })),
    storeOpenness: sendTo('page', (_, { open }: { open: boolean }) => ({ type: 'openness.changed' as const, open })),
    wake: sendTo('inspector', { type: 'view.shown' }),
    rest: sendTo('inspector', { type: 'view.hidden' }),
  },
}).createMachine({
  id: 'inspectorDock',
  description: 'Where the flow inspector is shown: nowhere, in a docked panel, or on its own page.',
  context: ({ input }) => ({ ...input, position: defaultDockPosition, asked: false, narrow: false }),
  invoke: {
    id: 'page',
    src: 'page',
    onError: {
      description:
        'The shortcut and the stored position do not work; the inspector can still be opened by its address.',
    },
  },
  on: {
    'position.loaded': { actions: { type: 'keepPosition', params: ({ event }) => event } },
    'layout.changed': { actions: { type: 'keepNarrow', params: ({ event }) => event } },
    'dock.moved': { actions: [{ type: 'keepSide', params: ({ event }) => event }, 'storePosition'] },
    'dock.resized': { actions: [{ type: 'keepShare', params: ({ event }) => event }, 'storePosition'] },
  },
  initial: 'unused',
  states: {
    unused: {
      on: {
        'dock.toggled': { target: 'used.docked', actions: { type: 'keepAsked', params: { asked: true } } },
        'dock.reopened': {
          target: 'used.docked',
          description: 'A user who debugs the start of the application reloads it with the panel open.',
        },
        'page.entered': { target: 'used.onPage' },
      },
    },
    used: {
      description: 'A closed inspector keeps its selection.',
      invoke: {
        id: 'inspector',
        src: 'inspector',
        input: ({ context: { session, chart } }) => ({ session, chart }),
        onError: { target: 'broken' },
      },
      on: { 'page.entered': { target: '.onPage', actions: 'wake' } },
      initial: 'docked',
      states: {
        docked: {
          entry: { type: 'storeOpenness', params: { open: true } },
          on: { 'dock.toggled': { target: 'hidden', actions: 'rest' } },
          initial: 'beside',
          states: {
            beside: { on: { 'dock.maximized': { target: 'maximized' } } },
            maximized: {
              description: 'The panel covers the page, whose flows continue.',
              on: { 'dock.restored': { target: 'beside' } },
            },
          },
        },
        hidden: {
          entry: { type: 'storeOpenness', params: { open: false } },
          on: {
            'dock.toggled': { target: 'docked', actions: ['wake', { type: 'keepAsked', params: { asked: true } }] },
          },
        },
        onPage: {
          description: 'The page already shows the inspector, so the panel would duplicate it.',
          on: { 'page.left': { target: 'hidden', actions: 'rest' } },
        },
      },
    },
    broken: { description: 'The inspector has a defect; the application continues without it.' },
  },
});

export type InspectorDockActor = ActorRefFrom<typeof inspectorDockMachine>;
