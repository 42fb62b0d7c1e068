import { fromPromise } from 'xstate';
import { projectActionsMachine } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { deleteProject, pauseProject, restartProject, restoreProject } from '../../services/projects/projects.ts';

/** Operations on a project, with the services of the platform. */
export const projectActions = projectActionsMachine.provide({
  actors: {
    pause: fromPromise(({ input, signal }) => pauseProject(input, signal)),
    restart: fromPromise(({ input, signal }) => restartProject(input, signal)),
    restore: fromPromise(({ input, signal }) => restoreProject(input, signal)),
    deleteProject: fromPromise(({ input, signal }) => deleteProject(input, signal)),
  },
});
