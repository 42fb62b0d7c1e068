import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;

/** Requests may leave. */
export const selectIsPassable = (snapshot: ConnectionSnapshot): boolean => snapshot.hasTag('passable');
/** The server is out of reach, and everybody should know. */
export const selectIsCut = (snapshot: ConnectionSnapshot): boolean => snapshot.hasTag('cut');
export const selectHeld = ({ context }: ConnectionSnapshot): number => context.held;
