import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { caretakerMachine } from '../../../server/projects/lifecycle/caretaker.machine.ts';
import { selectIsGoingRound } from '../../../server/projects/lifecycle/caretaker.selectors.ts';
import { SteppedClock } from '../../support/world.ts';

it('goes its round at once, and again after each interval, whether the last one succeeded or not', async () => {
  const clock = new SteppedClock();
  let rounds = 0;
  const goRound = fromPromise<void, undefined>(() => {
    rounds += 1;
    return rounds === 2 ? Promise.reject(new Error('no connection')) : Promise.resolve();
  });
  const caretaker = createActor(caretakerMachine.provide({ actors: { goRound } }), {
    clock,
    input: { interval: 5_000 },
  }).start();
  for (const round of [1, 2, 3]) {
    expect([rounds, selectIsGoingRound(caretaker.getSnapshot())]).toEqual([round, true]);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise(setImmediate);
    expect(selectIsGoingRound(caretaker.getSnapshot())).toBe(false);
    clock.increment(4_999);
    expect(rounds).toBe(round);
    clock.increment(1);
  }
  caretaker.stop();
});
