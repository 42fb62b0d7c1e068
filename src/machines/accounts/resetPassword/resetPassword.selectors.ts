import type { SnapshotFrom } from 'xstate';
import type { resetPasswordMachine } from './resetPassword.machine.ts';

type ResetPasswordSnapshot = SnapshotFrom<typeof resetPasswordMachine>;

export const selectFailure = ({ context }: ResetPasswordSnapshot) => context.failure;
export const selectStrength = ({ context }: ResetPasswordSnapshot) => context.strength;
/** The link is checked. */
export const selectIsOpening = (snapshot: ResetPasswordSnapshot): boolean => snapshot.matches('opening');
export const selectIsRefused = (snapshot: ResetPasswordSnapshot): boolean => snapshot.matches('refused');
/** No session began with an email. */
export const selectIsUnproven = (snapshot: ResetPasswordSnapshot): boolean => snapshot.matches('unproven');
