import type { SnapshotFrom } from 'xstate';
import { isPhoneCode } from '../../../contract/accounts/sentCode.ts';
import type { sentCodeMachine } from './sentCode.machine.ts';

type SentCodeSnapshot = SnapshotFrom<typeof sentCodeMachine>;

export const selectAddress = ({ context }: SentCodeSnapshot): string => context.address;
export const selectCodeLength = ({ context }: SentCodeSnapshot): number => context.codeLength;
/** Whether it is sent only to an account that exists, which the server does not tell. */
export const selectIsConditional = ({ context }: SentCodeSnapshot): boolean =>
  ['recovery', 'email', 'sms'].includes(context.kind);
/** The address that may have to agree too; null where there is none. */
export const selectOtherAddress = ({ context }: SentCodeSnapshot): string | null => context.otherAddress ?? null;
/** One of the two addresses has agreed. */
export const selectIsHalf = ({ context }: SentCodeSnapshot): boolean => context.isHalf;
export const selectResendFailure = ({ context }: SentCodeSnapshot) => context.resendFailure;
/** It came by SMS, not by email. */
export const selectIsSms = ({ context }: SentCodeSnapshot): boolean => isPhoneCode(context.kind);
/** When another message may be requested, in Unix milliseconds; null when it may be now. */
export const selectResendAt = (snapshot: SentCodeSnapshot): number | null =>
  snapshot.matches({ resending: 'waiting' }) ? snapshot.context.resendAt : null;
/** When another code is taken after too many, in Unix milliseconds; null where one is now. */
export const selectLimitedUntil = (snapshot: SentCodeSnapshot): number | null =>
  snapshot.matches({ entry: 'limited' }) ? snapshot.context.limitedUntil : null;
export const selectIsSending = (snapshot: SentCodeSnapshot): boolean => snapshot.matches({ resending: 'sending' });
