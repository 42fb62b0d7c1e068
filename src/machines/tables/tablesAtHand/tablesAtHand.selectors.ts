import type { SnapshotFrom } from 'xstate';
import type { tablesAtHandMachine } from './tablesAtHand.machine.ts';

type TablesAtHandSnapshot = SnapshotFrom<typeof tablesAtHandMachine>;

export const selectTabs = ({ context }: TablesAtHandSnapshot) => context.hand.tabs;
export const selectFavorites = ({ context }: TablesAtHandSnapshot) => context.hand.favorites;
