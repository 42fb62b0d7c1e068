import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import * as timing from '../../../src/contract/common/timing.ts';
import type { AmbientServicesInput } from '../../../src/machines/ambient/ambientServices/ambientServices.input.ts';
import { deferredServicesMachine } from '../../../src/machines/ambient/deferredServices/deferredServices.machine.ts';
import { selectAmbientServices } from '../../../src/machines/ambient/deferredServices/deferredServices.selectors.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import { held } from '../../fixtures/held.ts';
import { config, recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { deferredServicesModel } from './deferredServices.model.ts';
import { atProjects } from './telemetry.model.ts';

coverChart(deferredServicesModel);

function background({ broken = false, settings = {} }: { broken?: boolean; settings?: Partial<RuntimeConfig> } = {}) {
  const clock = new SteppedClock();
  const port = recordingPort();
  const chunk = held<void>();
  const inputs: AmbientServicesInput[] = [];
  const ambientServices = createMachine({
    id: 'ambientServices',
    context: ({ input }) => {
      inputs.push(input as AmbientServicesInput);
      if (broken) throw new Error('A notice crashed.');
      return {};
    },
  });
  const actor = createActor(
    deferredServicesMachine.provide({
      actors: { load: chunk.logic, ambientServices: lazyLogic<AmbientServicesInput>(() => ambientServices) },
    }),
    {
      clock,
      input: {
        config: { ...config, ...settings },
        now: () => clock.now(),
        port,
        resources: { watch: () => () => {} },
      },
    },
  ).start();
  const runs = () =>
    vi.waitFor(() => expect(selectAmbientServices(actor.getSnapshot())).toBeDefined(), { interval: 1 });
  return { clock, port, chunk, inputs, actor, runs };
}

describe('what goes along with every screen', () => {
  it('leaves a visitor’s first page alone for five seconds', () => {
    const { clock, chunk } = background();
    clock.increment(timing.deferredServicesDelayMs - 1);
    expect(chunk.calls).toEqual([]);
    clock.increment(1);
    expect(chunk.calls).toHaveLength(1);
  });

  it.each([
    ['of an incident', { incident: true }],
    ['that their clock is ahead', { serverTime: -timing.clockSkewLimitMs - 1 }],
    ['that their clock is behind', { serverTime: timing.clockSkewLimitMs + 1 }],
  ])('tells a visitor at once %s', (_, settings) => {
    const { clock, chunk } = background({ settings });
    clock.increment(0);
    expect(chunk.calls).toHaveLength(1);
  });

  it('waits where the page took a moment to arrive', () => {
    const { clock, chunk } = background({ settings: { incident: false, serverTime: -timing.clockSkewLimitMs } });
    clock.increment(0);
    expect(chunk.calls).toEqual([]);
  });

  it('is fetched at once for whoever is signed in, and knows who and where', async () => {
    const { chunk, actor, inputs, runs } = background();
    actor.send(atProjects);
    actor.send({ type: 'session.began', userId: 'ada' });
    chunk.last().answer();
    await runs();
    expect(inputs[0]).toMatchObject({ userId: 'ada', location: atProjects.location, consent: false, wanted: null });
  });

  it('is fetched at once where the user agreed before', async () => {
    const { chunk, actor, inputs, runs } = background();
    actor.send({ type: 'consent.changed', consent: true, here: false });
    chunk.last().answer();
    await runs();
    expect(inputs[0]).toMatchObject({ consent: true, agreedHere: false });
  });

  it('is told of a consent that was given while it was not there yet', async () => {
    const { chunk, actor, inputs, runs } = background();
    actor.send({ type: 'session.began', userId: 'ada' });
    actor.send({ type: 'consent.changed', consent: true, here: true });
    chunk.last().answer();
    await runs();
    expect(inputs[0]).toMatchObject({ consent: true, agreedHere: true });
  });

  it.each(['privacy', 'previews'] as const)('opens %s that was asked for before it was there', async (wanted) => {
    const { chunk, actor, inputs, runs } = background();
    actor.send({ type: `${wanted}.opened` });
    chunk.last().answer();
    await runs();
    expect(inputs[0]).toMatchObject({ wanted });
  });

  it.each(['privacy', 'previews'] as const)('opens %s when it is requested while the chunk loads', async (wanted) => {
    const { chunk, actor, inputs, runs } = background();
    actor.send({ type: 'session.began', userId: 'ada' });
    actor.send({ type: `${wanted}.opened` });
    chunk.last().answer();
    await runs();
    expect(inputs[0]).toMatchObject({ userId: 'ada', wanted });
  });

  it('loads again with the next page after a crash, not on a timer', async () => {
    const { clock, chunk, actor } = background({ broken: true });
    clock.increment(timing.deferredServicesDelayMs);
    chunk.last().answer();
    await vi.waitFor(() => expect(actor.getSnapshot().matches('missing')).toBe(true), { interval: 1 });
    clock.increment(timing.deferredServicesDelayMs);
    expect(chunk.calls).toHaveLength(1);
    actor.send(atProjects);
    expect(chunk.calls).toHaveLength(2);
  });

  it('says so when what was asked for cannot be loaded, and tries again when asked again', async () => {
    const { chunk, actor, port } = background();
    actor.send({ type: 'privacy.opened' });
    chunk.last().fail(new Error('The chunk did not come.'));
    await vi.waitFor(
      () =>
        expect(port.commands).toEqual([
          {
            type: 'toast.requested',
            toast: {
              tone: 'danger',
              title: 'Could not load this part of the dashboard',
              description: 'The chunk did not come.',
            },
          },
        ]),
      { interval: 1 },
    );
    actor.send({ type: 'privacy.opened' });
    expect(chunk.calls).toHaveLength(2);
  });

  it('fails quietly when nobody asked, and tries again with the next page', async () => {
    const { clock, chunk, actor, port } = background();
    clock.increment(timing.deferredServicesDelayMs);
    chunk.last().fail(new Error('The chunk did not come.'));
    await vi.waitFor(() => expect(actor.getSnapshot().matches('missing')).toBe(true), { interval: 1 });
    expect(port.commands).toEqual([]);
    actor.send(atProjects);
    expect(chunk.calls).toHaveLength(2);
  });
});
