import type { SnapshotFrom } from 'xstate';
import type { TableTab } from '../../../contract/tables/tabsAndFavorites.ts';
import type { tabsAndFavoritesMachine } from './tabsAndFavorites.machine.ts';

type TabsAndFavoritesSnapshot = SnapshotFrom<typeof tabsAndFavoritesMachine>;

export const selectTabs = ({ context }: TabsAndFavoritesSnapshot) => context.tables.tabs;
const none: readonly TableTab[] = [];
/** Tables whose changes wait to be committed. */
export const selectStagedTables = ({ context }: TabsAndFavoritesSnapshot): readonly TableTab[] =>
  context.tables.staged ?? none;
export const selectFavorites = ({ context }: TabsAndFavoritesSnapshot) => context.tables.favorites;
