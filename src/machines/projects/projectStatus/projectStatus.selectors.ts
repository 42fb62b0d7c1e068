import type { SnapshotFrom } from 'xstate';
import type { projectStatusMachine } from './projectStatus.machine.ts';

type ProjectStatusSnapshot = SnapshotFrom<typeof projectStatusMachine>;

/** The operations actor of the project. */
export const selectActions = ({ children }: ProjectStatusSnapshot) => children.actions;
