import type { SnapshotFrom } from 'xstate';
import type { TableTab } from '../../../contract/tables/tablesAtHand.ts';
import type { tablesAtHandMachine } from './tablesAtHand.machine.ts';

type TablesAtHandSnapshot = SnapshotFrom<typeof tablesAtHandMachine>;

export const selectTabs = ({ context }: TablesAtHandSnapshot) => context.hand.tabs;
const none: readonly TableTab[] = [];
/** Tables whose changes wait to be committed. */
export const selectStagedTables = ({ context }: TablesAtHandSnapshot): readonly TableTab[] =>
  context.hand.staged ?? none;
export const selectFavorites = ({ context }: TablesAtHandSnapshot) => context.hand.favorites;
