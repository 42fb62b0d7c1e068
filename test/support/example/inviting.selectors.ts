import type { SnapshotFrom } from 'xstate';
import type { invitingMachine } from './inviting.machine.ts';

/** An invitation is on its way, and can be revoked. */
export const selectIsInvited = (snapshot: SnapshotFrom<typeof invitingMachine>): boolean =>
  snapshot.matches('invited') || snapshot.hasTag('confirming') || snapshot.hasTag('confirmed');
