import { fromCallback, type EventObject } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { projectStatusMachine } from '../../machines/projects/projectStatus/projectStatus.machine.ts';
import { followProject } from '../../services/projects/projects.ts';
import { projectActions } from './projectActions.actor.ts';

const flow = projectStatusMachine.provide({
  actors: {
    projectActions,
    followProject: fromCallback<EventObject, { ref: string }>(({ input, sendBack }) => {
      const left = new AbortController();
      followProject(input, (project) => sendBack({ type: 'project.pushed', project }), left.signal).then(
        () => sendBack({ type: 'feed.ended', failure: null }),
        (error: unknown) => sendBack({ type: 'feed.ended', failure: failureOf(error) }),
      );
      return () => left.abort();
    }),
  },
});
export default flow;
