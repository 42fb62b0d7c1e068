import { projectStatusMachine } from '../../machines/projects/projectStatus/projectStatus.machine.ts';
import { followProject } from './followProject.actor.ts';
import { projectActions } from './projectActions.actor.ts';

const flow = projectStatusMachine.provide({ actors: { projectActions, followProject } });
export default flow;
