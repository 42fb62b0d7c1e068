import type { ProjectActionsInput } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import { projectParts } from '../../views/parts/projectParts.ts';
import { addressSearch } from '../parts/addressSearch.ts';
import { lazyCharts } from '../parts/lazyCharts.ts';

const operations = lazyCharts(async () => {
  // What an operation asks opens with its chart: both come in one round trip.
  const [charts] = await Promise.all([import('./projectActions.actor.ts'), projectParts.confirmations.load()]);
  return charts;
});

export default projectListMachine.provide({
  actors: {
    addressSearch,
    loadActions: operations.load,
    projectActions: operations.chart<ProjectActionsInput>(),
  },
});
