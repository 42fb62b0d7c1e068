import type { SnapshotFrom } from 'xstate';
import type { InspectorPage, inspectorPublisherMachine } from './inspectorPublisher.machine.ts';

type InspectorPublisherSnapshot = SnapshotFrom<typeof inspectorPublisherMachine>;

export const selectFailure = ({ context }: InspectorPublisherSnapshot) => context.failure;
/** The page that is connecting; null otherwise. */
export const selectAwaited = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'connecting' }) ? snapshot.context.page : null;
/** The page that did not respond. */
export const selectUnanswered = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'unanswered' }) ? snapshot.context.page : null;
/** The connected page. */
export const selectListening = (snapshot: InspectorPublisherSnapshot): InspectorPage | null =>
  snapshot.matches({ publishing: 'connected' }) ? snapshot.context.page : null;
/** Whether the user is asked before events go to a page on the internet. */
export const selectIsAsking = (snapshot: InspectorPublisherSnapshot): boolean => snapshot.matches('asking');
