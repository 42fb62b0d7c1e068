import type { SnapshotFrom } from 'xstate';
import type { projectSetupMachine } from './projectSetup.machine.ts';

type ProjectSetupSnapshot = SnapshotFrom<typeof projectSetupMachine>;

export const selectProject = ({ context }: ProjectSetupSnapshot) => context.project;
export const selectSince = ({ context }: ProjectSetupSnapshot) => context.since;
export const selectFailure = (snapshot: ProjectSetupSnapshot) =>
  snapshot.matches('unreadable') ? snapshot.context.failure : null;
export const selectIsInitFailed = (snapshot: ProjectSetupSnapshot): boolean => snapshot.matches('failed');

/** Whether progress is unavailable after it was known. */
export const selectIsStale = (snapshot: ProjectSetupSnapshot): boolean =>
  snapshot.matches('building') && snapshot.context.failure !== null;
