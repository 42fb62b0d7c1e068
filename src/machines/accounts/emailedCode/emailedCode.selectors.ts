import type { SnapshotFrom } from 'xstate';
import type { emailedCodeMachine } from './emailedCode.machine.ts';

type EmailedCodeSnapshot = SnapshotFrom<typeof emailedCodeMachine>;

export const selectEmail = ({ context }: EmailedCodeSnapshot): string => context.email;
/** Whether it is sent only to an account that exists, which the server does not tell. */
export const selectIsConditional = ({ context }: EmailedCodeSnapshot): boolean =>
  context.kind === 'recovery' || context.kind === 'email';
/** The address that may have to agree too; null where there is none. */
export const selectOtherEmail = ({ context }: EmailedCodeSnapshot): string | null => context.otherEmail ?? null;
/** One of the two addresses has agreed. */
export const selectIsHalf = ({ context }: EmailedCodeSnapshot): boolean => context.isHalf;
export const selectResendFailure = ({ context }: EmailedCodeSnapshot) => context.resendFailure;
/** When another email may be requested, in Unix milliseconds; null when it may be now. */
export const selectResendAt = (snapshot: EmailedCodeSnapshot): number | null =>
  snapshot.matches({ resending: 'waiting' }) ? snapshot.context.resendAt : null;
export const selectIsSending = (snapshot: EmailedCodeSnapshot): boolean => snapshot.matches({ resending: 'sending' });
