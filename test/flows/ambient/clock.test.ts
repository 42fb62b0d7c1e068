import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { clockMachine } from '../../../src/machines/ambient/clock/clock.machine.ts';
import { selectIsReading, selectSkew } from '../../../src/machines/ambient/clock/clock.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { clockModel } from './clock.model.ts';

coverChart(clockModel);

function compared() {
  const clock = new SteppedClock();
  const server = held<{ skewMs: number }>();
  const machine = createActor(clockMachine.provide({ actors: { compareClocks: server.logic } }), { clock }).start();
  const settle = () => vi.waitFor(() => expect(selectIsReading(machine.getSnapshot())).toBe(false), { interval: 1 });
  const answers = async (skewMs: number) => {
    server.last().answer({ skewMs });
    await settle();
    return selectSkew(machine.getSnapshot());
  };
  return { clock, server, machine, answers, settle };
}

const minutes = 60_000;

describe('clock skew', () => {
  it('is asked for at start and every 30 minutes', async () => {
    const { clock, server, answers } = compared();
    expect(server.calls).toHaveLength(1);
    await answers(0);
    clock.increment(30 * minutes - 1);
    expect(server.calls).toHaveLength(1);
    clock.increment(1);
    expect(server.calls).toHaveLength(2);
  });

  it.each([
    [2 * minutes, null],
    [2 * minutes + 1, 2 * minutes + 1],
    [-2 * minutes, null],
    [-5 * minutes, -5 * minutes],
  ])('of %d ms gives the warning %s', async (skewMs, warning) => {
    expect(await compared().answers(skewMs)).toBe(warning);
  });

  it('warns on while it is asked for again, and stops when the clock was set', async () => {
    const { machine, answers } = compared();
    await answers(10 * minutes);
    machine.send({ type: 'clockSkew.suspected' });
    expect(selectSkew(machine.getSnapshot())).toBe(10 * minutes);
    expect(await answers(500)).toBeNull();
  });

  it('warns of nothing where the server does not tell its time', async () => {
    const { machine, server, settle } = compared();
    server.last().fail(new Error('no time'));
    await settle();
    expect(selectSkew(machine.getSnapshot())).toBeNull();
  });
});
