import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** Requests may leave. */
export const selectIsReachable = (snapshot: ConnectionSnapshot): boolean => snapshot.hasTag('reachable');
/** What keeps the server out of reach, which everybody should know then; null while nothing does. */
export const selectObstacle = (snapshot: ConnectionSnapshot): 'network' | 'server' | null =>
  !snapshot.hasTag('unreachable') ? null : snapshot.matches('offline') ? 'network' : 'server';
/** Nobody is being asked whether the server is there. */
export const selectIsSettled = (snapshot: ConnectionSnapshot): boolean => !snapshot.hasTag('uncertain');
export const selectHeld = ({ context }: ConnectionSnapshot): number => context.held;
