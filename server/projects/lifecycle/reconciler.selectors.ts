import type { SnapshotFrom } from 'xstate';
import type { reconcilerMachine } from './reconciler.machine.ts';

export const selectIsReconciling = (snapshot: SnapshotFrom<typeof reconcilerMachine>): boolean =>
  snapshot.matches('reconciling');
