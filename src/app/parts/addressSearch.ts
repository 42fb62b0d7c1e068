import { fromPromise } from 'xstate';
import { addressSearchMachine } from '../../machines/parts/addressSearch/addressSearch.machine.ts';
import { setQuery } from '../../router/useLocation.ts';

/** The search of a page's list, in its address. */
export const addressSearch = addressSearchMachine.provide({
  actors: {
    writeSearch: fromPromise(async ({ input: { text } }) => setQuery({ search: text === '' ? undefined : text })),
  },
});
