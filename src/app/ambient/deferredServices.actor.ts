import { fromPromise } from 'xstate';
import type { AmbientServicesInput } from '../../machines/ambient/ambientServices/ambientServices.input.ts';
import { deferredServicesMachine } from '../../machines/ambient/deferredServices/deferredServices.machine.ts';
import { lazyLogic } from '../../machines/parts/lazyLogic.ts';
import type { ScreenLibrary } from '../parts/screenLibrary.ts';

export const deferredServices = (screens: ScreenLibrary) =>
  deferredServicesMachine.provide({
    actors: {
      load: fromPromise(async () => {
        await screens.load('ambientServices');
      }),
      ambientServices: lazyLogic<AmbientServicesInput>(screens.flowOf),
    },
  });
