import type { TableTab } from '../../../src/contract/tables/tabsAndFavorites.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import { tabsAndFavoritesMachine } from '../../../src/machines/tables/tabsAndFavorites/tabsAndFavorites.machine.ts';
import type { Model } from '../../support/paths.ts';

export const kept = (id: number, name: string): TableTab => ({ id, schema: 'public', name, kind: 'table', staged: 0 });

export const tabsAndFavoritesModel: Model<typeof tabsAndFavoritesMachine> = {
  machine: tabsAndFavoritesMachine,
  input: (_, port) => ({ ref: 'abc', port: port as unknown as AppPort }),
  events: {
    'tables.loaded': [],
    'tab.closed': [
      { type: 'tab.closed', id: 1, isShown: false },
      { type: 'tab.closed', id: 2, isShown: true },
    ],
    'favorite.toggled': [{ type: 'favorite.toggled', table: kept(3, 'crew') }],
    'table.forgotten': [{ type: 'table.forgotten', id: 3 }],
  },
  answers: {
    storage: [
      {
        sends: {
          type: 'tables.loaded',
          tables: { tabs: [kept(1, 'boats'), kept(2, 'trips')], favorites: [kept(1, 'boats')] },
        },
      },
    ],
  },
  // What is kept changes nothing about where one can go.
  distinguish: ({ tables }) => tables.tabs.length > 0,
  invariants: [
    {
      says: 'What the user changes is stored.',
      when: (_, { event }) => event !== null && event.type !== 'tables.loaded' && !event.type.startsWith('xstate.'),
      holds: ({ context: { tables } }, { sent }) =>
        sent.some(({ event }) => event.type === 'tables.changed' && event['tables'] === tables),
    },
  ],
};
