import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { reconcilerMachine } from '../../../server/projects/lifecycle/reconciler.machine.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { reconcilerModel } from './reconciler.model.ts';

coverChart(reconcilerModel);

it('goes its round at once, and again after each interval, whether the last one succeeded or not', async () => {
  const clock = new SteppedClock();
  let rounds = 0;
  const reconcile = fromPromise<void, undefined>(() => {
    rounds += 1;
    return rounds === 2 ? Promise.reject(new Error('no connection')) : Promise.resolve();
  });
  const reconciler = createActor(reconcilerMachine.provide({ actors: { reconcile } }), {
    clock,
    input: { interval: 5_000 },
  }).start();
  for (const round of [1, 2, 3]) {
    expect([rounds, reconciler.getSnapshot().matches('reconciling')]).toEqual([round, true]);
    // oxlint-disable-next-line no-await-in-loop -- each round starts when the one before has ended
    await new Promise(setImmediate);
    expect(reconciler.getSnapshot().matches('reconciling')).toBe(false);
    clock.increment(4_999);
    expect(rounds).toBe(round);
    clock.increment(1);
  }
  reconciler.stop();
});
