import type { SnapshotFrom } from 'xstate';
import type { accountDeletionMachine } from './accountDeletion.machine.ts';

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;

export const selectPreview = ({ context }: AccountDeletionSnapshot) => context.preview;
export const selectCheck = ({ children }: AccountDeletionSnapshot) => children.check;
export const selectIsLoading = (snapshot: AccountDeletionSnapshot): boolean => snapshot.matches('loading');
export const selectIsBlocked = (snapshot: AccountDeletionSnapshot): boolean => snapshot.matches('blocked');
/** Why it is unknown what deleting the account would mean. */
export const selectLoadFailure = (snapshot: AccountDeletionSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
