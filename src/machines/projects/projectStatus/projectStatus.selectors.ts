import type { SnapshotFrom } from 'xstate';
import type { projectStatusMachine } from './projectStatus.machine.ts';

type ProjectStatusSnapshot = SnapshotFrom<typeof projectStatusMachine>;

/** The operations actor of the project in the address; undefined outside of projects. */
export const selectActions = ({ children }: ProjectStatusSnapshot) => children.actions;
