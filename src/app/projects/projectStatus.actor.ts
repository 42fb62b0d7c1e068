import { fromPromise } from 'xstate';
import { projectActionsMachine } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { projectStatusMachine } from '../../machines/projects/projectStatus/projectStatus.machine.ts';

/** Fetched with the first command: projects are no part of the first page. */
const projects = () => import('../../services/projects/projects.ts');

const projectActions = projectActionsMachine.provide({
  actors: {
    pause: fromPromise(async ({ input, signal }) => (await projects()).pauseProject(input, signal)),
    restart: fromPromise(async ({ input, signal }) => (await projects()).restartProject(input, signal)),
    restore: fromPromise(async ({ input, signal }) => (await projects()).restoreProject(input, signal)),
    deleteProject: fromPromise(async ({ input, signal }) => (await projects()).deleteProject(input, signal)),
  },
});

export const projectStatus = projectStatusMachine.provide({ actors: { projectActions } });
