import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** Requests may leave. */
export const selectIsPassable = (snapshot: ConnectionSnapshot): boolean => snapshot.hasTag('passable');
/** What keeps the server out of reach, which everybody should know then; null while nothing does. */
export const selectObstacle = (snapshot: ConnectionSnapshot): 'network' | 'server' | null =>
  !snapshot.hasTag('cut') ? null : snapshot.matches('offline') ? 'network' : 'server';
/** Nobody is being asked whether the server is there. */
export const selectIsSure = (snapshot: ConnectionSnapshot): boolean => !snapshot.hasTag('doubted');
export const selectHeld = ({ context }: ConnectionSnapshot): number => context.held;
