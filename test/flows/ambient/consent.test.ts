import { describe, expect, it } from 'vitest';
import { createActor, type AnyEventObject } from 'xstate';
import {
  consentMachine,
  type ChoiceFound,
  type ChoiceMade,
} from '../../../src/machines/ambient/consent/consent.machine.ts';
import { selectIsAsked, selectIsAsking } from '../../../src/machines/ambient/consent/consent.selectors.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { consentModel } from './consent.model.ts';

coverChart(consentModel);

function asked(stored: boolean | null, { platformMode = true } = {}) {
  const clock = new SteppedClock();
  const facts: AnyEventObject[] = [];
  const storage = heldSource<ChoiceFound | ChoiceMade, ChoiceFound, undefined>();
  const consent = createActor(consentMachine.provide({ actors: { storage: storage.logic } }), {
    clock,
    input: { platformMode, port: createPort((event) => facts.push(event)) },
  }).start();
  storage.report({ type: 'choice.loaded', choice: stored });
  return { clock, facts, storage, consent, isAsking: () => selectIsAsking(consent.getSnapshot()) };
}

describe('consent', () => {
  it('is asked for 300 ms after load when the stored choice is null', () => {
    const { clock, isAsking } = asked(null);
    clock.increment(299);
    expect(isAsking()).toBe(false);
    clock.increment(1);
    expect(isAsking()).toBe(true);
  });

  it.each([true, false])('is not asked for again once it was %s', (choice) => {
    const { clock, isAsking, facts } = asked(choice);
    clock.increment(10_000);
    expect(isAsking()).toBe(false);
    expect(facts).toEqual([{ type: 'consent.changed', consent: choice, here: false }]);
  });

  it('is asked for as long as it is not answered', () => {
    const { clock, isAsking } = asked(null);
    clock.increment(3_600_000);
    expect(isAsking()).toBe(true);
  });

  it.each([true, false])('answered with %s is stored, told, and the question goes', (choice) => {
    const { clock, isAsking, storage, consent, facts } = asked(null);
    clock.increment(300);
    consent.send({ type: 'question.answered', choice });
    expect(isAsking()).toBe(false);
    expect(storage.told).toEqual([{ type: 'choice.made', choice }]);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: choice, here: true });
  });

  it('confirmed in the privacy settings is stored and told, whether it was asked for or not', () => {
    const { storage, consent, facts } = asked(true);
    consent.send({ type: 'choice.made', choice: true });
    expect(storage.told).toEqual([{ type: 'choice.made', choice: true }]);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: true, here: true });
  });

  it('given in another tab counts here, and the question goes', () => {
    const { clock, isAsking, storage, facts } = asked(null);
    clock.increment(300);
    storage.report({ type: 'choice.loaded', choice: true });
    expect(isAsking()).toBe(false);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: true, here: false });
    expect(storage.told).toEqual([]);
  });

  it('ends with the data of the site, and is asked for anew', () => {
    const { clock, isAsking, storage, facts } = asked(true);
    storage.report({ type: 'choice.loaded', choice: null });
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: false, here: false });
    clock.increment(300);
    expect(isAsking()).toBe(true);
  });

  it('is nobody’s question on a self-hosted dashboard, which nothing leaves', () => {
    const { clock, isAsking, facts, consent } = asked(null, { platformMode: false });
    clock.increment(10_000);
    expect(isAsking()).toBe(false);
    expect(selectIsAsked(consent.getSnapshot())).toBe(false);
    expect(facts).toEqual([]);
  });
});
