import type { SnapshotFrom } from 'xstate';
import type { projectStatusMachine } from './projectStatus.machine.ts';

type ProjectStatusSnapshot = SnapshotFrom<typeof projectStatusMachine>;

/** What can be done to the project of the address; undefined outside of projects. */
export const selectActions = ({ children }: ProjectStatusSnapshot) => children.actions;
