import type { SnapshotFrom } from 'xstate';
import type { InspectorPage, inspectorPublisherMachine } from './inspectorPublisher.machine.ts';

type InspectorPublisherSnapshot = SnapshotFrom<typeof inspectorPublisherMachine>;

export const selectFailure = ({ context }: InspectorPublisherSnapshot) => context.failure;
/** Whose page is being waited for; null while none is. */
export const selectAwaited = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'connecting' }) ? snapshot.context.page : null;
/** Whose page has not come. */
export const selectUnanswered = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'unanswered' }) ? snapshot.context.page : null;
/** Whose page is told. */
export const selectListening = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'connected' }) ? snapshot.context.page : null;
