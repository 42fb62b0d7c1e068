import { fromPromise } from 'xstate';
import type { ScreenLibrary } from '../../router/screenLibrary.ts';
import { backgroundMachine } from '../background/background.machine.ts';
import type { NoticesInput } from '../notices/notices.input.ts';
import { hostedFlow } from '../screen/hostedFlow.ts';

export const background = (screens: ScreenLibrary) => backgroundMachine.provide({
  actors: {
    load: fromPromise(async () => { await screens.load('notices'); }),
    notices: hostedFlow<NoticesInput>(screens.flowOf),
  },
});
