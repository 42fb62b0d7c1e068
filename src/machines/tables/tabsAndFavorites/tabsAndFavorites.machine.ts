import { assign, sendTo } from 'xstate';
import {
  neighborOf,
  noTables,
  withFavorite,
  withoutTab,
  withoutTable,
  type KeptTable,
  type TabsAndFavorites,
} from '../../../contract/tables/tabsAndFavorites.ts';
import { href } from '../../../router/href.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the storage tells: at the start, and whenever a table is opened, here or in another tab of the browser. */
export interface TablesLoaded {
  type: 'tables.loaded';
  tables: TabsAndFavorites;
}

/** What the storage is told. */
export interface StoreTables {
  type: 'tables.changed';
  tables: TabsAndFavorites;
}

interface TabsAndFavoritesInput {
  ref: string;
  port: AppPort;
}

interface TabsAndFavoritesContext extends TabsAndFavoritesInput {
  tables: TabsAndFavorites;
}

type TabsAndFavoritesEvent =
  | TablesLoaded
  /** `isShown`: it is the table of the page. */
  | { type: 'tab.closed'; id: number; isShown: boolean }
  | { type: 'favorite.toggled'; table: KeptTable }
  /** The table was dropped. */
  | { type: 'table.forgotten'; id: number };

export const tabsAndFavoritesMachine = flowSetup({
  types: {
    input: {} as TabsAndFavoritesInput,
    context: {} as TabsAndFavoritesContext,
    events: {} as TabsAndFavoritesEvent,
    children: {} as { storage: 'storeTables' },
  },
  actors: { storeTables: unprovidedSource<StoreTables, { ref: string }>('storeTables') },
  guards: { isShown: (_, { isShown }: { isShown: boolean }) => isShown },
  actions: {
    keepTables: assign((_, { tables }: { tables: TabsAndFavorites }) => ({ tables })),
    storeTables: sendTo('storage', ({ context: { tables } }) => ({ type: 'tables.changed' as const, tables })),
    openNeighbor: sendTo(
      ({ context }) => context.port,
      ({ context: { ref, tables } }, { id }: { id: number }) => {
        const next = neighborOf(tables, id);
        const to = next === null ? href('tables', { ref }) : href('table', { ref, id: String(next.id) });
        return { type: 'navigation.requested' as const, to };
      },
    ),
  },
}).createMachine({
  id: 'tabsAndFavorites',
  description: 'The tables of a project that are open, as tabs, and the favorites. This browser stores them.',
  context: ({ input }) => ({ ...input, tables: noTables }),
  invoke: {
    id: 'storage',
    src: 'storeTables',
    input: ({ context: { ref } }) => ({ ref }),
    onError: cannotFail.watching,
  },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'tables.loaded': { actions: { type: 'keepTables', params: ({ event }) => event } },
        'tab.closed': [
          {
            guard: { type: 'isShown', params: ({ event }) => event },
            actions: [
              { type: 'openNeighbor', params: ({ event }) => event },
              {
                type: 'keepTables',
                params: ({ context, event }) => ({ tables: withoutTab(context.tables, event.id) }),
              },
              'storeTables',
            ],
            description: 'The page shows the table: the next tab is shown instead.',
          },
          {
            actions: [
              {
                type: 'keepTables',
                params: ({ context, event }) => ({ tables: withoutTab(context.tables, event.id) }),
              },
              'storeTables',
            ],
          },
        ],
        'favorite.toggled': {
          actions: [
            {
              type: 'keepTables',
              params: ({ context, event }) => ({ tables: withFavorite(context.tables, event.table) }),
            },
            'storeTables',
          ],
        },
        'table.forgotten': {
          actions: [
            {
              type: 'keepTables',
              params: ({ context, event }) => ({ tables: withoutTable(context.tables, event.id) }),
            },
            'storeTables',
          ],
        },
      },
    },
  },
});
