import type { SnapshotFrom } from 'xstate';
import type { projectActionsMachine } from './projectActions.machine.ts';

type ProjectActionsSnapshot = SnapshotFrom<typeof projectActionsMachine>;

export const selectIsConfirmingPause = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingPause') || snapshot.matches('pausing');
export const selectIsConfirmingRestart = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingRestart') || snapshot.matches('restarting');
export const selectIsConfirmingDeletion = (snapshot: ProjectActionsSnapshot): boolean =>
  snapshot.matches('confirmingDeletion') || snapshot.matches('deleting');
export const selectIsConfirming = (snapshot: ProjectActionsSnapshot): boolean =>
  selectIsConfirmingPause(snapshot) || selectIsConfirmingRestart(snapshot) || selectIsConfirmingDeletion(snapshot);
export const selectIsBusy = (snapshot: ProjectActionsSnapshot): boolean => snapshot.hasTag('busy');
export const selectIsRestoring = (snapshot: ProjectActionsSnapshot): boolean => snapshot.matches('restoring');
export const selectRef = ({ context }: ProjectActionsSnapshot): string => context.ref;
/** Name of the project in the question. */
export const selectName = ({ context }: ProjectActionsSnapshot): string => context.name;
export const selectTyped = ({ context }: ProjectActionsSnapshot): string => context.typed;
export const selectFailure = ({ context }: ProjectActionsSnapshot) => context.failure;
