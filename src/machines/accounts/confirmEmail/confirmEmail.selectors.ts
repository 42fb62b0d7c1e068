import type { SnapshotFrom } from 'xstate';
import type { confirmEmailMachine } from './confirmEmail.machine.ts';

type ConfirmEmailSnapshot = SnapshotFrom<typeof confirmEmailMachine>;

/** Why the link was refused, or did not lead to a session. */
export const selectFailure = ({ context }: ConfirmEmailSnapshot) => context.failure;
export const selectIsRefused = (snapshot: ConfirmEmailSnapshot): boolean => snapshot.matches('refused');
/** The address is confirmed, but there is no session. */
export const selectIsUnsigned = (snapshot: ConfirmEmailSnapshot): boolean => snapshot.matches('unsigned');
