import type { SnapshotFrom } from 'xstate';
import type { supportRequestMachine } from './supportRequest.machine.ts';

type SupportSnapshot = SnapshotFrom<typeof supportRequestMachine>;

/** What has become of the request; null until it has been taken. */
export const selectReceipt = ({ context }: SupportSnapshot) => context.receipt;
/** Nothing can be typed before it is known what was typed the last time. */
export const selectIsLoadingDraft = (snapshot: SupportSnapshot): boolean => snapshot.matches('loadingDraft');

/** The trace as it would be sent; null until it has been asked for. */
export const selectTrace = ({ context }: SupportSnapshot) => context.trace;
export const selectIsAttached = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: { loaded: 'attached' } } });
export const selectIsFindingTrace = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: 'finding' } });
export const selectIsTraceMissing = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: 'missing' } });
