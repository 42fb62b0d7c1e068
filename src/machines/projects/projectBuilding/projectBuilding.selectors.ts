import type { SnapshotFrom } from 'xstate';
import type { projectBuildingMachine } from './projectBuilding.machine.ts';

type ProjectBuildingSnapshot = SnapshotFrom<typeof projectBuildingMachine>;

export const selectProject = ({ context }: ProjectBuildingSnapshot) => context.project;
export const selectFailure = (snapshot: ProjectBuildingSnapshot) =>
  snapshot.matches('unreadable') ? snapshot.context.failure : null;
export const selectIsInitFailed = (snapshot: ProjectBuildingSnapshot): boolean => snapshot.matches('failed');

/** How far it is was known once and cannot be said now. */
export const selectIsOutOfTouch = (snapshot: ProjectBuildingSnapshot): boolean =>
  snapshot.matches('building') && snapshot.context.failure !== null;
