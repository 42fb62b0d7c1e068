import type { SnapshotFrom } from 'xstate';
import type { confirmEmailChangeMachine } from './confirmEmailChange.machine.ts';

type ConfirmEmailChangeSnapshot = SnapshotFrom<typeof confirmEmailChangeMachine>;

export const selectState = ({ value }: ConfirmEmailChangeSnapshot) => value;
/** Why the link was refused. */
export const selectFailure = ({ context }: ConfirmEmailChangeSnapshot) => context.failure;
