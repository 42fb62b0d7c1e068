import type { SnapshotFrom } from 'xstate';
import type { projectListMachine } from './projectList.machine.ts';

export const selectSearch = ({ children }: SnapshotFrom<typeof projectListMachine>) => children.search;
