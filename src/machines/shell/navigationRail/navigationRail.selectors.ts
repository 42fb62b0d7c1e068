import type { SnapshotFrom } from 'xstate';
import type { navigationRailMachine } from './navigationRail.machine.ts';

type RailSnapshot = SnapshotFrom<typeof navigationRailMachine>;

/** The navigation is a sheet that a button opens. */
export const selectIsNarrow = (snapshot: RailSnapshot): boolean => snapshot.matches({ working: 'narrow' });

export const selectIsSheetOpen = (snapshot: RailSnapshot): boolean => snapshot.matches({ working: { narrow: 'open' } });

export const selectIsPinned = (snapshot: RailSnapshot): boolean => snapshot.matches({ working: { wide: 'pinned' } });

/** Names are shown beside the icons. Unless pinned, they cover the content. */
export const selectIsExpanded = (snapshot: RailSnapshot): boolean =>
  selectIsPinned(snapshot) ||
  snapshot.matches({ working: { wide: { unpinned: 'hovered' } } }) ||
  snapshot.matches({ working: { wide: { unpinned: 'focused' } } });
