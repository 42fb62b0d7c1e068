import type { SnapshotFrom } from 'xstate';
import type { clockMachine } from './clock.machine.ts';
import { isSkewed } from './isSkewed.ts';

type ClockSnapshot = SnapshotFrom<typeof clockMachine>;

/** How far the clock is ahead, if the skew exceeds the tolerance; otherwise null. */
export const selectSkew = ({ context: { skewMs } }: ClockSnapshot): number | null => (isSkewed(skewMs) ? skewMs : null);
export const selectIsReading = (snapshot: ClockSnapshot): boolean => snapshot.hasTag('reading');
