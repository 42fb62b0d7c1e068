import { fromPromise } from 'xstate';
import { addressSearchMachine } from '../../machines/parts/addressSearch/addressSearch.machine.ts';
import { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import { setQuery } from '../../router/useLocation.ts';
import { projectActions } from './projectActions.actor.ts';

const addressSearch = addressSearchMachine.provide({
  actors: {
    writeSearch: fromPromise(async ({ input: { text } }) => setQuery({ search: text === '' ? undefined : text })),
  },
});

export default projectListMachine.provide({ actors: { addressSearch, projectActions } });
