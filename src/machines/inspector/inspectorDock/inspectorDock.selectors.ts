import type { SnapshotFrom } from 'xstate';
import type { inspectorDockMachine } from './inspectorDock.machine.ts';

type DockSnapshot = SnapshotFrom<typeof inspectorDockMachine>;

export const selectPosition = ({ context }: DockSnapshot) => context.position;
export const selectIsDocked = (snapshot: DockSnapshot): boolean => snapshot.matches({ used: 'docked' });
export const selectIsMaximized = (snapshot: DockSnapshot): boolean =>
  snapshot.matches({ used: { docked: 'maximized' } });
export const selectIsBroken = (snapshot: DockSnapshot): boolean => snapshot.matches('broken');
export const selectIsAsked = ({ context }: DockSnapshot) => context.asked;
export const selectIsNarrow = ({ context }: DockSnapshot) => context.narrow;
/** The side where it is shown: a narrow window has room only at the bottom. */
export const selectSide = ({ context }: DockSnapshot) => (context.narrow ? 'bottom' : context.position.side);
export const selectInspector = ({ children }: DockSnapshot) => children.inspector;
