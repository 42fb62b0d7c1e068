import type { SnapshotFrom } from 'xstate';
import type { secretMachine } from './secret.machine.ts';

export const selectIsRevealed = (snapshot: SnapshotFrom<typeof secretMachine>): boolean => snapshot.matches('revealed');
