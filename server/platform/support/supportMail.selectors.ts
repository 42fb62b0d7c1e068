import type { SnapshotFrom } from 'xstate';
import type { supportMailMachine } from './supportMail.machine.ts';

export const selectIsDelivering = (snapshot: SnapshotFrom<typeof supportMailMachine>): boolean =>
  snapshot.matches('delivering');
