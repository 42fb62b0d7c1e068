import { fromCallback, fromPromise } from 'xstate';
import type { ScreenLibrary } from '../../router/screenLibrary.ts';
import { untilIdle } from '../../services/page.ts';
import { readStored, writeStored } from '../../services/storage.ts';
import { paletteMachine, type RecentChanged, type RecentFound } from '../palette/palette.machine.ts';

export const palette = (screens: Pick<ScreenLibrary, 'load'>) => paletteMachine.provide({
  actors: {
    load: fromPromise(async () => { await screens.load('palette'); }),
    loadEarly: fromPromise(async ({ signal }) => {
      await untilIdle(signal);
      await screens.load('palette');
    }),
    storage: fromCallback<RecentChanged, undefined>(({ sendBack, receive }) => {
      receive(({ commands }) => { writeStored('recentCommands', [...commands]); });
      sendBack({ type: 'recent.found', commands: readStored('recentCommands') ?? [] } satisfies RecentFound);
    }),
  },
});
