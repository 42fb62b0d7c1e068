import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type EventObject } from 'xstate';
import { ambientTiming } from '../../../src/contract/ambient/ambientTiming.ts';
import type { FeatureFlags } from '../../../src/contract/ambient/featureFlags.ts';
import { evaluateFlag, shareOf } from '../../../src/machines/ambient/flags/evaluateFlag.ts';
import { flagsMachine } from '../../../src/machines/ambient/flags/flags.machine.ts';
import { selectFlag } from '../../../src/machines/ambient/flags/flags.selectors.ts';
import type { ResourcePort } from '../../../src/machines/parts/port.ts';
import type { ProfileEvent } from '../../../src/machines/parts/watchProfile.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { ada } from '../accounts/profile.model.ts';
import { flagsModel } from './flags.model.ts';

coverChart(flagsModel);

function flagged({ userId = null }: { userId?: string | null } = {}) {
  const clock = new SteppedClock();
  const service = held<FeatureFlags>();
  const watchProfile = fromCallback<EventObject, { resources: ResourcePort }>(({ sendBack }) => {
    if (userId !== null) sendBack({ type: 'profile.loaded', profile: ada } satisfies ProfileEvent);
  });
  const flags = createActor(flagsMachine.provide({ actors: { readFlags: service.logic, watchProfile } }), {
    clock,
    input: { userId, resources: { watch: () => () => {} } },
  }).start();
  const value = (name: string) => selectFlag(flags.getSnapshot(), name);
  const gives = (name: string, wanted: unknown) => vi.waitFor(() => expect(value(name)).toBe(wanted), { interval: 1 });
  return { clock, service, flags, value, gives };
}

describe('feature flags', () => {
  it('are fetched, and again every 600 s', async () => {
    const { clock, service, gives } = flagged();
    service.last().answer({ ongoingIncident: false });
    await gives('ongoingIncident', false);
    clock.increment(ambientTiming.flagPollMs - 1);
    expect(service.calls).toHaveLength(1);
    clock.increment(1);
    service.last().answer({ ongoingIncident: true });
    await gives('ongoingIncident', true);
  });

  it('are waited for 5 s at first, and no longer', () => {
    const { clock, flags, service } = flagged();
    clock.increment(ambientTiming.flagInitWaitMs - 1);
    expect(flags.getSnapshot().hasTag('awaited')).toBe(true);
    clock.increment(1);
    expect(flags.getSnapshot().hasTag('awaited')).toBe(false);
    // Late is better than never.
    expect(service.last().signal.aborted).toBe(false);
  });

  it('keep their last good configuration', async () => {
    const { clock, service, flags, gives, value } = flagged();
    service.last().answer({ ongoingIncident: true });
    await gives('ongoingIncident', true);
    clock.increment(ambientTiming.flagPollMs);
    service.last().fail(new Error('no flags today'));
    await vi.waitFor(() => expect(flags.getSnapshot().matches({ configuration: 'loaded' })).toBe(true), {
      interval: 1,
    });
    expect(value('ongoingIncident')).toBe(true);
  });

  it('are unknown, and so off, until there is a configuration', () => {
    expect(flagged().value('ongoingIncident')).toBeUndefined();
  });

  it('are evaluated for the user’s email', async () => {
    const rule: FeatureFlags = {
      newForm: { value: false, targets: [{ to: 'emails', emails: [ada.primary_email], value: true }] },
    };
    const somebody = flagged({ userId: 'ada' });
    somebody.service.last().answer(rule);
    await somebody.gives('newForm', true);
    somebody.flags.send({ type: 'session.ended', reason: 'signedOut' });
    expect(somebody.value('newForm')).toBe(false);
  });

  it('are asked for anew when somebody signs in, because the server tells each only of themselves', () => {
    const { service, flags } = flagged();
    flags.send({ type: 'session.began', userId: 'ada' });
    expect(service.calls).toHaveLength(2);
    expect(service.calls[0]?.signal.aborted).toBe(true);
  });
});

describe('a flag’s value', () => {
  const shares: FeatureFlags = {
    newForm: {
      value: 'old',
      targets: [
        { to: 'emails', emails: ['@example.org'], value: 'inside' },
        { to: 'percentage', percentage: 30, value: 'new' },
      ],
    },
  };
  const people = Array.from({ length: 10_000 }, (_, index) => `person${index}@example.com`);

  it('is that of the first target that one belongs to, else everybody’s', () => {
    expect(evaluateFlag(shares, 'newForm', 'Grace@Example.org')).toBe('inside');
    expect(evaluateFlag(shares, 'newForm', null)).toBe('old');
    expect(evaluateFlag({ plain: 7 }, 'plain', 'ada@example.com')).toBe(7);
    expect(evaluateFlag(shares, 'toString', 'ada@example.com')).toBeUndefined();
  });

  it('reaches a percentage of people', () => {
    const reached = people.filter((email) => evaluateFlag(shares, 'newForm', email) === 'new').length;
    expect(reached / people.length).toBeGreaterThan(0.28);
    expect(reached / people.length).toBeLessThan(0.32);
  });

  it('is stable: the same for the same address, whoever writes it', () => {
    expect(shareOf('newForm:ada@example.com')).toBe(shareOf('newForm:ada@example.com'));
    for (const email of people.slice(0, 200))
      expect(evaluateFlag(shares, 'newForm', email.toUpperCase())).toBe(evaluateFlag(shares, 'newForm', email));
    // Written down, so that no change of the hash moves people to and fro unnoticed.
    expect(people.slice(0, 8).map((email) => Math.floor(shareOf(`newForm:${email}`)))).toMatchInlineSnapshot(`
      [
        34,
        8,
        57,
        2,
        23,
        65,
        92,
        54,
      ]
    `);
  });

  it('grows with its percentage: nobody loses what they had', () => {
    const at = (percentage: number) =>
      new Set(
        people.filter(
          (email) =>
            evaluateFlag(
              { f: { value: false, targets: [{ to: 'percentage', percentage, value: true }] } },
              'f',
              email,
            ) === true,
        ),
      );
    const few = at(10);
    const many = at(50);
    expect([...few].filter((email) => !many.has(email))).toEqual([]);
    expect(at(100).size).toBe(people.length);
    expect(at(0).size).toBe(0);
  });

  it('chooses other people for another flag', () => {
    const both = people.filter((email) => shareOf(`one:${email}`) < 50 && shareOf(`other:${email}`) < 50).length;
    expect(both / people.length).toBeGreaterThan(0.22);
    expect(both / people.length).toBeLessThan(0.28);
  });
});
