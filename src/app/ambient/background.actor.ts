import { fromPromise } from 'xstate';
import { backgroundMachine } from '../../machines/ambient/background/background.machine.ts';
import type { NoticesInput } from '../../machines/ambient/notices/notices.input.ts';
import { hostedFlow } from '../../machines/parts/hostedFlow.ts';
import type { ScreenLibrary } from '../parts/screenLibrary.ts';

export const background = (screens: ScreenLibrary) =>
  backgroundMachine.provide({
    actors: {
      load: fromPromise(async () => {
        await screens.load('notices');
      }),
      notices: hostedFlow<NoticesInput>(screens.flowOf),
    },
  });
