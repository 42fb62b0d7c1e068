import type { SnapshotFrom } from 'xstate';
import { isEdited, type assistantEndpointMachine } from './assistantEndpoint.machine.ts';

type EndpointSnapshot = SnapshotFrom<typeof assistantEndpointMachine>;

/** What is stored; null before it is read. */
export const selectStored = ({ context }: EndpointSnapshot) => context.stored;
/** Why the settings could not be read; null if they were. */
export const selectReadFailure = (snapshot: EndpointSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Whether the form differs from what is stored; a typed key is not told. */
export const selectIsEdited = ({ context }: EndpointSnapshot): boolean => isEdited(context);
export const selectTested = ({ context }: EndpointSnapshot) => context.tested;
export const selectIsTesting = (snapshot: EndpointSnapshot): boolean => snapshot.matches('testing');
export const selectIsSaving = (snapshot: EndpointSnapshot): boolean =>
  snapshot.matches('saving') || snapshot.matches('forgettingDraft');
