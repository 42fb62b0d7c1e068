import type { SnapshotFrom } from 'xstate';
import type { projectListMachine } from './projectList.machine.ts';

type ProjectListSnapshot = SnapshotFrom<typeof projectListMachine>;

export const selectSearch = ({ children }: ProjectListSnapshot) => children.search;
/** The name of the project that the last command was for. */
export const selectCommanded = ({ context }: ProjectListSnapshot) => context.request.project.name;
/** The code of the operations is on its way. */
export const selectIsLoading = (snapshot: ProjectListSnapshot) => snapshot.matches({ commands: 'loading' });
/** The operations of the project that the last command was for. */
export const selectActions = ({ children }: ProjectListSnapshot) => children.actions;
