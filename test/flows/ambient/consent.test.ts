import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type AnyEventObject } from 'xstate';
import {
  consentMachine,
  type ChoiceFound,
  type ChoiceMade,
} from '../../../src/machines/ambient/consent/consent.machine.ts';
import { selectIsAsked, selectIsAsking } from '../../../src/machines/ambient/consent/consent.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { consentModel } from './consent.model.ts';

coverChart(consentModel);

async function asked(stored: boolean | null, { platformMode = true, isPageThere = true } = {}) {
  const clock = new SteppedClock();
  const facts: AnyEventObject[] = [];
  const storage = heldSource<ChoiceFound | ChoiceMade, ChoiceFound, undefined>();
  const page = held<void>();
  const consent = createActor(consentMachine.provide({ actors: { storage: storage.logic, awaitPage: page.logic } }), {
    clock,
    input: { platformMode, port: createPort((event) => facts.push(event)) },
  }).start();
  storage.report({ type: 'choice.loaded', choice: stored });
  const showPage = async () => {
    page.last().answer();
    await waitFor(consent, (snapshot) => snapshot.matches({ watching: { unset: 'quiet' } }));
  };
  if (isPageThere && page.calls.length > 0) await showPage();
  return { clock, facts, storage, consent, showPage, isAsking: () => selectIsAsking(consent.getSnapshot()) };
}

describe('consent', () => {
  it('is asked for 300 ms after load when the stored choice is null', async () => {
    const { clock, isAsking } = await asked(null);
    clock.increment(299);
    expect(isAsking()).toBe(false);
    clock.increment(1);
    expect(isAsking()).toBe(true);
  });

  it('is not asked for while the page loads', async () => {
    const { clock, isAsking, showPage } = await asked(null, { isPageThere: false });
    clock.increment(10_000);
    expect(isAsking()).toBe(false);
    await showPage();
    clock.increment(300);
    expect(isAsking()).toBe(true);
  });

  it.each([true, false])('is not asked for again once it was %s', async (choice) => {
    const { clock, isAsking, facts } = await asked(choice);
    clock.increment(10_000);
    expect(isAsking()).toBe(false);
    expect(facts).toEqual([{ type: 'consent.changed', consent: choice, here: false }]);
  });

  it('is asked for as long as it is not answered', async () => {
    const { clock, isAsking } = await asked(null);
    clock.increment(3_600_000);
    expect(isAsking()).toBe(true);
  });

  it.each([true, false])('answered with %s is stored, told, and the question goes', async (choice) => {
    const { clock, isAsking, storage, consent, facts } = await asked(null);
    clock.increment(300);
    consent.send({ type: 'question.answered', choice });
    expect(isAsking()).toBe(false);
    expect(storage.told).toEqual([{ type: 'choice.made', choice }]);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: choice, here: true });
  });

  it('confirmed in the privacy settings is stored and told, whether it was asked for or not', async () => {
    const { storage, consent, facts } = await asked(true);
    consent.send({ type: 'choice.made', choice: true });
    expect(storage.told).toEqual([{ type: 'choice.made', choice: true }]);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: true, here: true });
  });

  it('given in another tab counts here, and the question goes', async () => {
    const { clock, isAsking, storage, facts } = await asked(null);
    clock.increment(300);
    storage.report({ type: 'choice.loaded', choice: true });
    expect(isAsking()).toBe(false);
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: true, here: false });
    expect(storage.told).toEqual([]);
  });

  it('ends with the data of the site, and is asked for anew', async () => {
    const { clock, isAsking, storage, facts, showPage } = await asked(true);
    storage.report({ type: 'choice.loaded', choice: null });
    expect(facts.at(-1)).toEqual({ type: 'consent.changed', consent: false, here: false });
    await showPage();
    clock.increment(300);
    expect(isAsking()).toBe(true);
  });

  it('is nobody’s question on a self-hosted dashboard, which nothing leaves', async () => {
    const { clock, isAsking, facts, consent } = await asked(null, { platformMode: false });
    clock.increment(10_000);
    expect(isAsking()).toBe(false);
    expect(selectIsAsked(consent.getSnapshot())).toBe(false);
    expect(facts).toEqual([]);
  });
});
