import type { SnapshotFrom } from 'xstate';
import type { profileNamesMachine } from './profileNames.machine.ts';

export const selectIsLoading = (snapshot: SnapshotFrom<typeof profileNamesMachine>): boolean =>
  snapshot.matches('loadingDraft') || snapshot.matches('loading');
