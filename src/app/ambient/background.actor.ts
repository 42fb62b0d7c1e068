import { fromPromise } from 'xstate';
import type { ScreenLibrary } from '../parts/screenLibrary.ts';
import { backgroundMachine } from '../../machines/ambient/background/background.machine.ts';
import type { NoticesInput } from '../../machines/ambient/notices/notices.input.ts';
import { hostedFlow } from '../../machines/parts/hostedFlow.ts';

export const background = (screens: ScreenLibrary) => backgroundMachine.provide({
  actors: {
    load: fromPromise(async () => { await screens.load('notices'); }),
    notices: hostedFlow<NoticesInput>(screens.flowOf),
  },
});
