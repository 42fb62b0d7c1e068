import { fromPromise } from 'xstate';
import { lazyLogic } from '../../machines/parts/lazyLogic.ts';
import { paletteMachine, type RecentChanged, type RecentFound } from '../../machines/shell/palette/palette.machine.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { untilAnswered } from '../../services/http/awaitedAnswers.ts';
import type { ScreenLibrary } from '../parts/screenLibrary.ts';
import { storedValue } from '../parts/storedValue.ts';

export const palette = (screens: Pick<ScreenLibrary, 'load' | 'flowOf'>) =>
  paletteMachine.provide({
    actors: {
      load: fromPromise(async () => {
        await screens.load('palette');
      }),
      loadEarly: fromPromise(async ({ signal }) => {
        await untilAnswered(signal);
        await screens.load('palette');
      }),
      loadDocs: fromPromise(async () => {
        await screens.load('docsSearch');
      }),
      docsSearch: lazyLogic<{ query: string }>(screens.flowOf),
      storage: storedValue<RecentFound, RecentChanged>({
        read: () => ({ type: 'recent.loaded', commands: readStored('recentCommands') ?? [] }),
        write: ({ commands }) => void writeStored('recentCommands', [...commands]),
      }),
    },
  });
