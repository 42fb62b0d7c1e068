import type { SnapshotFrom } from 'xstate';
import type { profileNamesMachine } from './profileNames.machine.ts';

export const selectIsLoading = (snapshot: SnapshotFrom<typeof profileNamesMachine>): boolean =>
  snapshot.matches('loadingDraft') || snapshot.matches('loading');

/** Whether what is typed differs from the profile. */
export const selectIsEdited = ({ context: { values, stored } }: SnapshotFrom<typeof profileNamesMachine>): boolean =>
  values.first_name !== stored.first_name || values.last_name !== stored.last_name;
