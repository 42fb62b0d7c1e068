import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** Whether requests may be sent. */
export const selectIsReachable = (snapshot: ConnectionSnapshot): boolean => snapshot.hasTag('reachable');
/** Why the server is unreachable, to be shown to the user; null while it is reachable. */
export const selectObstacle = (snapshot: ConnectionSnapshot): 'network' | 'server' | null =>
  !snapshot.hasTag('unreachable') ? null : snapshot.matches('offline') ? 'network' : 'server';
/** Whether no check is running. */
export const selectIsSettled = (snapshot: ConnectionSnapshot): boolean => !snapshot.hasTag('uncertain');
export const selectHeld = ({ context }: ConnectionSnapshot): number => context.held;
