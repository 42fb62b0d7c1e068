import { fromPromise } from 'xstate';
import type { AmbientServicesInput } from '../../machines/ambient/ambientServices/ambientServices.input.ts';
import { deferredServicesMachine } from '../../machines/ambient/deferredServices/deferredServices.machine.ts';
import { lazyLogic } from '../../machines/parts/lazyLogic.ts';
import { untilAnswered } from '../../services/http/awaitedAnswers.ts';
import type { ScreenLibrary } from '../parts/screenLibrary.ts';

/** What the page reads comes first, unless it takes longer: a banner may be due, or a dialog be waited for. */
const answersMs = 1_000;

/** `pageSettled` waits for the page that the visitor came for, which these services must not delay. */
export const deferredServices = (screens: ScreenLibrary, pageSettled: (signal: AbortSignal) => Promise<void>) =>
  deferredServicesMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => {
        await pageSettled(signal);
        const soon = AbortSignal.any([signal, AbortSignal.timeout(answersMs)]);
        await untilAnswered(soon).catch(() => signal.throwIfAborted());
        await screens.load('ambientServices');
      }),
      ambientServices: lazyLogic<AmbientServicesInput>(screens.flowOf),
    },
  });
