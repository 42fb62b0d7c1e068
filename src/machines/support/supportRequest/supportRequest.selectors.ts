import type { SnapshotFrom } from 'xstate';
import type { supportRequestMachine } from './supportRequest.machine.ts';

type SupportSnapshot = SnapshotFrom<typeof supportRequestMachine>;

/** The project that the address named, which the user came from. */
export const selectOrigin = ({ context }: SupportSnapshot) => context.asked.projectRef;
/** What happened to the request; null until it is accepted. */
export const selectReceipt = ({ context }: SupportSnapshot) => context.receipt;
/** The form opens once the stored draft has been read. */
export const selectIsLoadingDraft = (snapshot: SupportSnapshot): boolean => snapshot.matches('loadingDraft');

/** The trace as it would be sent; null until the user asks for it. */
export const selectTrace = ({ context }: SupportSnapshot) => context.trace;
export const selectIsAttached = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: { loaded: 'attached' } } });
export const selectIsFindingTrace = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: 'finding' } });
export const selectIsTraceMissing = (snapshot: SupportSnapshot): boolean =>
  snapshot.matches({ writing: { trace: 'missing' } });
