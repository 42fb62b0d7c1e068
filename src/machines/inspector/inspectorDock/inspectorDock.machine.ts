import { assign, sendTo, type ActorRefFrom } from 'xstate';
import { defaultDockPosition, type DockPosition } from '../../../contract/inspector/inspector.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { inspectorMachine } from '../inspector/inspector.machine.ts';

/** What the page tells: at once where the panel was last, and that it was open when this page was loaded anew; then each press of its key, and how wide the window is. */
export type DockReport =
  | { type: 'position.loaded'; position: DockPosition }
  | { type: 'layout.changed'; narrow: boolean }
  | { type: 'dock.reopened' }
  | { type: 'dock.toggled' };

/** What the page is told: where the panel is from now on, and whether it is open. */
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
      /** Whether somebody has just asked for the panel, so that the keyboard goes to it. */
      asked: boolean;
      /** Whether the window is too narrow for a panel beside the page. */
      narrow: boolean;
    },
    events: {} as
      | DockReport
      | { type: 'dock.moved'; side: DockPosition['side'] }
      | { type: 'dock.resized'; share: number }
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
  description: 'Where the flow inspector is: nowhere, in a panel at an edge of the window, or on its own page.',
  context: ({ input }) => ({ ...input, position: defaultDockPosition, asked: false, narrow: false }),
  invoke: {
    id: 'page',
    src: 'page',
    onError: { description: 'Its key is not heard and its place not kept; it can be opened by its address.' },
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
          description: 'Whoever watches how the application starts loads it anew with the panel open.',
        },
        'page.entered': { target: 'used.onPage' },
      },
    },
    used: {
      description: 'Once it has been looked at, it remembers what was looked at.',
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
        },
        hidden: {
          entry: { type: 'storeOpenness', params: { open: false } },
          on: {
            'dock.toggled': { target: 'docked', actions: ['wake', { type: 'keepAsked', params: { asked: true } }] },
          },
        },
        onPage: {
          description: 'The panel would show the same twice.',
          on: { 'page.left': { target: 'hidden', actions: 'rest' } },
        },
      },
    },
    broken: { description: 'The inspector has a fault; the application goes on without.' },
  },
});

export type InspectorDockActor = ActorRefFrom<typeof inspectorDockMachine>;
