import type { SnapshotFrom } from 'xstate';
import type { disclosureMachine } from './disclosure.machine.ts';

export const selectIsRevealed = (snapshot: SnapshotFrom<typeof disclosureMachine>): boolean =>
  snapshot.matches('revealed');
