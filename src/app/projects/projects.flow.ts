import type { ProjectActionsInput } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import { addressSearch } from '../parts/addressSearch.ts';
import { lateCharts } from '../parts/lateCharts.ts';

const operations = lateCharts(() => import('./projectActions.actor.ts'));

export default projectListMachine.provide({
  actors: {
    addressSearch,
    loadActions: operations.load,
    projectActions: operations.chart<ProjectActionsInput>(),
  },
});
