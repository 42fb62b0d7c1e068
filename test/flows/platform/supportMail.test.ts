import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { supportMailMachine } from '../../../server/platform/support/supportMail.machine.ts';
import { selectIsDelivering } from '../../../server/platform/support/supportMail.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { supportMailModel } from './supportMail.model.ts';

coverChart(supportMailModel);

describe('mailing support requests', () => {
  let clock: SteppedClock;
  let service: ReturnType<typeof held<{ found: boolean }>>;
  let mail: Actor<typeof supportMailMachine>;
  const calls = () => service.calls.length;
  const rested = () => waitFor(mail, (snapshot) => !selectIsDelivering(snapshot));

  beforeEach(() => {
    clock = new SteppedClock();
    service = held();
    mail = createActor(supportMailMachine.provide({ actors: { deliverNext: service.logic } }), {
      clock,
      input: { interval: 60_000 },
    }).start();
  });

  it('takes one after the other until none is due', async () => {
    service.last().answer({ found: true });
    await expect.poll(calls).toBe(2);
    service.last().answer({ found: false });
    await rested();
    expect(calls()).toBe(2);
  });

  it('looks at once when one is filed, and otherwise after the interval', async () => {
    service.last().answer({ found: false });
    await rested();
    mail.send({ type: 'request.filed' });
    expect(calls()).toBe(2);
    service.last().answer({ found: false });
    await rested();
    clock.increment(60_000);
    expect(calls()).toBe(3);
  });

  it('misses none that was filed while it looked', async () => {
    mail.send({ type: 'request.filed' });
    expect(calls()).toBe(1);
    service.last().answer({ found: false });
    await expect.poll(calls).toBe(2);
  });

  it('goes on after a failure', async () => {
    service.last().fail(new Error('no connection'));
    await rested();
    clock.increment(60_000);
    expect(calls()).toBe(2);
  });
});
