import type { SnapshotFrom } from 'xstate';
import type { accountSessionsMachine } from './accountSessions.machine.ts';

type AccountSessionsSnapshot = SnapshotFrom<typeof accountSessionsMachine>;

/** The session that the user wants to end. */
export const selectEnded = ({ context }: AccountSessionsSnapshot) => context.ended;
export const selectIsConfirmingEnd = (snapshot: AccountSessionsSnapshot): boolean =>
  snapshot.matches('confirmingEnd') || snapshot.matches('ending');
export const selectIsConfirmingOthersEnd = (snapshot: AccountSessionsSnapshot): boolean =>
  snapshot.matches('confirmingOthersEnd') || snapshot.matches('endingOthers');
