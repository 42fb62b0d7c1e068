import type { SnapshotFrom } from 'xstate';
import type { passwordChangeMachine } from './passwordChange.machine.ts';

type PasswordChangeSnapshot = SnapshotFrom<typeof passwordChangeMachine>;

/** The proof of who the user is, where the server asks for one. */
export const selectCheck = ({ children }: PasswordChangeSnapshot) => children.check;
export const selectStrength = ({ context }: PasswordChangeSnapshot) => context.strength;
/** The server takes a new password only with the current one. */
export const selectAsksCurrent = ({ context }: PasswordChangeSnapshot): boolean => context.asksCurrent;
/** The server takes a new password only with the code of an email. */
export const selectAsksCode = ({ context }: PasswordChangeSnapshot): boolean => context.asksCode;
