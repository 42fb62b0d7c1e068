import { fromCallback } from 'xstate';
import {
  docsSearchMachine,
  type RecentChanged,
  type RecentFound,
  type RoundCommand,
  type SourceReport,
} from '../../machines/docs/docsSearch/docsSearch.machine.ts';
import { searchDocs, type Reach } from '../../services/docs/docsSources.ts';
import { loadRecentSearches, saveRecentSearches } from '../../services/docs/recentSearches.ts';
import { storedValue } from '../parts/storedValue.ts';

/** @param reach The connection of a page without the application; its own by default. */
export const docsSearchFlow = (reach?: Reach) =>
  docsSearchMachine.provide({
    actors: {
      sources: fromCallback<RoundCommand, undefined>(({ sendBack, receive }) => {
        let abort = () => {};
        const report = (answer: SourceReport) => sendBack(answer);
        receive((command) => {
          abort();
          if (command.type === 'round.aborted') return;
          const { key, query } = command;
          abort = searchDocs(
            query,
            (answer) =>
              report(
                'results' in answer
                  ? { type: 'results.returned', key, ...answer }
                  : { type: 'source.failed', key, ...answer },
              ),
            reach,
          );
        });
        return () => abort();
      }),
      storage: storedValue<RecentFound, RecentChanged>({
        read: () => ({ type: 'recent.loaded', searches: loadRecentSearches() }),
        write: ({ searches }) => saveRecentSearches(searches),
      }),
    },
  });

export default docsSearchFlow();
