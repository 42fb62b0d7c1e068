import { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import { addressSearch } from '../parts/addressSearch.ts';
import { projectActions } from './projectActions.actor.ts';

export default projectListMachine.provide({ actors: { addressSearch, projectActions } });
