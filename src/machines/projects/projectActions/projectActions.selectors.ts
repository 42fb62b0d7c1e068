import type { SnapshotFrom } from 'xstate';
import type { projectActionsMachine } from './projectActions.machine.ts';

type ProjectActionsSnapshot = SnapshotFrom<typeof projectActionsMachine>;

export const selectIsAskingToPause = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingPause') || snapshot.matches('pausing');
export const selectIsAskingToRestart = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingRestart') || snapshot.matches('restarting');
export const selectIsAskingToDelete = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingDeletion') || snapshot.matches('deleting');
export const selectIsBusy = (snapshot: ProjectActionsSnapshot): boolean => snapshot.hasTag('busy');
export const selectIsRestoring = (snapshot: ProjectActionsSnapshot): boolean => snapshot.matches('restoring');
/** What the project in question is called. */
export const selectName = ({ context }: ProjectActionsSnapshot): string => context.name;
export const selectTyped = ({ context }: ProjectActionsSnapshot): string => context.typed;
export const selectFailure = ({ context }: ProjectActionsSnapshot) => context.failure;
