import type { SnapshotFrom } from 'xstate';
import type { overlayMachine } from './overlay.machine.ts';

type OverlaySnapshot = SnapshotFrom<typeof overlayMachine>;

export const selectIsOpen = (snapshot: OverlaySnapshot): boolean => snapshot.matches('open');
export const selectName = ({ context }: OverlaySnapshot): string => context.name;
