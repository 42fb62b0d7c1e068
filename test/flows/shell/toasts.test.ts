import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type Actor } from 'xstate';
import { toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts';
import { selectToasts } from '../../../src/machines/shell/toasts/toasts.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { toastsModel } from './toasts.model.ts';

coverChart(toastsModel);

describe('toasts', () => {
  let clock: SteppedClock;
  let toasts: Actor<typeof toastsMachine>;
  const titles = () => selectToasts(toasts.getSnapshot()).map(({ title }) => title);
  const request = (title: string) => toasts.send({ type: 'toast.requested', toast: { tone: 'neutral', title } });

  beforeEach(() => {
    clock = new SteppedClock();
    toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  });

  it('are dismissed by themselves after 4000 ms', () => {
    request('Saved');
    clock.increment(3999);
    expect(titles()).toEqual(['Saved']);
    clock.increment(1);
    expect(titles()).toEqual([]);
  });

  it('leave each after its own time', () => {
    request('first');
    clock.increment(1000);
    request('second');
    clock.increment(3000);
    expect(titles()).toEqual(['second']);
    clock.increment(1000);
    expect(titles()).toEqual([]);
  });

  it('stay as long as somebody points at them, and then for their whole time', () => {
    request('Saved');
    clock.increment(3000);
    toasts.send({ type: 'reading.started' });
    clock.increment(60_000);
    expect(titles()).toEqual(['Saved']);
    toasts.send({ type: 'reading.ended' });
    clock.increment(3999);
    expect(titles()).toEqual(['Saved']);
    clock.increment(1);
    expect(titles()).toEqual([]);
  });

  it('are never so many that they cover the page: the oldest makes room, and the others stay their time', () => {
    for (const title of ['1', '2', '3', '4']) {
      request(title);
      clock.increment(100);
    }
    request('5');
    expect(titles()).toEqual(['2', '3', '4', '5']);
    // The first would have left now.
    clock.increment(3_600);
    expect(titles()).toEqual(['2', '3', '4', '5']);
    clock.increment(100);
    expect(titles()).toEqual(['3', '4', '5']);
  });

  it('do not go while somebody is reading, however many come; afterwards the newest are left', () => {
    request('1');
    toasts.send({ type: 'reading.started' });
    for (const title of ['2', '3', '4', '5', '6']) request(title);
    expect(titles()).toHaveLength(6);
    toasts.send({ type: 'reading.ended' });
    expect(titles()).toEqual(['3', '4', '5', '6']);
  });

  it('are dismissed by hand, whichever it is', () => {
    request('first');
    request('second');
    toasts.send({ type: 'toast.dismissed', id: 1 });
    expect(titles()).toEqual(['second']);
    toasts.send({ type: 'toast.dismissed', id: 2 });
    expect(titles()).toEqual([]);
  });

  it('stay their own time when an older one was dismissed by hand', () => {
    request('first');
    clock.increment(1000);
    request('second');
    toasts.send({ type: 'toast.dismissed', id: 1 });
    clock.increment(3999);
    expect(titles()).toEqual(['second']);
    clock.increment(1);
    expect(titles()).toEqual([]);
  });
});
