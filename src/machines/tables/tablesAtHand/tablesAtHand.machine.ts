import { assign, sendTo } from 'xstate';
import {
  neighborOf,
  noTables,
  withFavorite,
  withoutTab,
  withoutTable,
  type KeptTable,
  type TablesAtHand,
} from '../../../contract/tables/tablesAtHand.ts';
import { href } from '../../../router/href.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the storage tells: at the start, and whenever a table is opened, here or in another tab of the browser. */
export interface HandRecalled {
  type: 'hand.recalled';
  hand: TablesAtHand;
}

/** What the storage is told. */
export interface StoreHand {
  type: 'hand.changed';
  hand: TablesAtHand;
}

interface TablesAtHandInput {
  ref: string;
  port: AppPort;
}

interface TablesAtHandContext extends TablesAtHandInput {
  hand: TablesAtHand;
}

type TablesAtHandEvent =
  | HandRecalled
  /** `isShown`: it is the table of the page. */
  | { type: 'tab.closed'; id: number; isShown: boolean }
  | { type: 'favorite.toggled'; table: KeptTable }
  /** The table was dropped. */
  | { type: 'table.forgotten'; id: number };

export const tablesAtHandMachine = flowSetup({
  types: {
    input: {} as TablesAtHandInput,
    context: {} as TablesAtHandContext,
    events: {} as TablesAtHandEvent,
    children: {} as { storage: 'storeHand' },
  },
  actors: { storeHand: unprovidedSource<StoreHand, { ref: string }>('storeHand') },
  guards: { isShown: (_, { isShown }: { isShown: boolean }) => isShown },
  actions: {
    keepHand: assign((_, { hand }: { hand: TablesAtHand }) => ({ hand })),
    storeHand: sendTo('storage', ({ context: { hand } }) => ({ type: 'hand.changed' as const, hand })),
    openNeighbor: sendTo(
      ({ context }) => context.port,
      ({ context: { ref, hand } }, { id }: { id: number }) => {
        const next = neighborOf(hand, id);
        const to = next === null ? href('tables', { ref }) : href('table', { ref, id: String(next.id) });
        return { type: 'navigation.requested' as const, to };
      },
    ),
  },
}).createMachine({
  id: 'tablesAtHand',
  description: 'The tables of a project that the user keeps at hand: those that are open, as tabs, and the favorites.',
  context: ({ input }) => ({ ...input, hand: noTables }),
  invoke: {
    id: 'storage',
    src: 'storeHand',
    input: ({ context: { ref } }) => ({ ref }),
    onError: cannotFail.watching,
  },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'hand.recalled': { actions: { type: 'keepHand', params: ({ event }) => event } },
        'tab.closed': [
          {
            guard: { type: 'isShown', params: ({ event }) => event },
            actions: [
              { type: 'openNeighbor', params: ({ event }) => event },
              { type: 'keepHand', params: ({ context, event }) => ({ hand: withoutTab(context.hand, event.id) }) },
              'storeHand',
            ],
            description: 'The page shows the table: the next tab is shown instead.',
          },
          {
            actions: [
              { type: 'keepHand', params: ({ context, event }) => ({ hand: withoutTab(context.hand, event.id) }) },
              'storeHand',
            ],
          },
        ],
        'favorite.toggled': {
          actions: [
            { type: 'keepHand', params: ({ context, event }) => ({ hand: withFavorite(context.hand, event.table) }) },
            'storeHand',
          ],
        },
        'table.forgotten': {
          actions: [
            { type: 'keepHand', params: ({ context, event }) => ({ hand: withoutTable(context.hand, event.id) }) },
            'storeHand',
          ],
        },
      },
    },
  },
});
