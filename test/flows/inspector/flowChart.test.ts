import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { flowChartMachine, type LayoutInput } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import {
  selectDrawn,
  selectFailure,
  selectIsFollowing,
  selectMatch,
  selectRevealed,
  selectSought,
} from '../../../src/machines/inspector/flowChart/flowChart.selectors.ts';
import { gateMachine, placed } from '../../fixtures/inspected.ts';
import { coverChart } from '../../support/cover.ts';
import { flowChartModel } from './flowChart.model.ts';

coverChart(flowChartModel);

function shown(
  asked: LayoutInput[] = [],
  fails = () => false,
  clock = new SimulatedClock(),
  foldedAtFirst: readonly string[] | null = null,
) {
  return createActor(
    flowChartMachine.provide({
      actors: {
        layOut: fromPromise(({ input }) => {
          asked.push(input);
          return fails()
            ? Promise.reject(new Error('The layout has a fault.'))
            : Promise.resolve(placed(gateMachine, input.folded ?? foldedAtFirst, input.reveal, input.active));
        }),
      },
    }),
    { clock },
  ).start();
}

describe('a chart on screen', () => {
  it('is laid out once, whichever actor of it is looked at', async () => {
    const asked: LayoutInput[] = [];
    const chart = shown(asked);
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    expect(chart.getSnapshot().matches({ picture: 'drawn' })).toBe(true);
    expect(asked).toEqual([{ chart: 'gate', folded: null, reveal: null, active: null }]);
  });

  it('folds and unfolds the states inside a state, and stays up while it is laid out anew', async () => {
    const chart = shown();
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'folds.set', folded: ['gate.open'] });
    expect(selectDrawn(chart.getSnapshot())?.picture.states.some(({ id }) => id === 'gate.open.ajar')).toBe(true);
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    const { picture } = selectDrawn(chart.getSnapshot())!;
    expect(picture.states.find(({ id }) => id === 'gate.open')?.folded).toBe(2);
    expect(picture.states.some(({ id }) => id === 'gate.open.ajar')).toBe(false);
  });

  it('resets folds, choice and search when another chart is shown', async () => {
    const asked: LayoutInput[] = [];
    const chart = shown(asked);
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    chart.send({ type: 'folds.set', folded: ['gate.open'] });
    chart.send({ type: 'state.chosen', id: 'gate.open' });
    chart.send({ type: 'query.changed', query: 'open' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: 'other', active: null });
    expect(asked.at(-1)).toEqual({ chart: 'other', folded: null, reveal: null, active: null });
    expect(chart.getSnapshot().context).toMatchObject({ chart: 'other', drawn: null, chosen: null, query: '' });
  });

  it('is gone when what is looked at has none', async () => {
    const chart = shown();
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: null, active: null });
    expect(selectDrawn(chart.getSnapshot())).toBeNull();
  });

  it('says why it cannot be drawn, and can be asked for again', async () => {
    let fails = true;
    const chart = shown([], () => fails);
    chart.send({ type: 'chart.shown', chart: 'gate', active: null });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'failed' }));
    expect(selectFailure(chart.getSnapshot())?.message).toBe('The layout has a fault.');
    fails = false;
    chart.send({ type: 'layout.retried' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
  });

  describe('reveals where an event led', () => {
    const sought = {
      type: 'reveal.requested',
      chart: 'gate',
      value: { open: 'wide' },
      transitions: [],
      active: null,
    } as const;
    const drawn = (chart: ReturnType<typeof shown>) =>
      waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));

    it('by expanding what is collapsed around the state, and nothing else', async () => {
      const asked: LayoutInput[] = [];
      const chart = shown(asked);
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      await drawn(chart);
      chart.send({ type: 'form.chosen', form: 'outline' });
      chart.send({ type: 'query.changed', query: 'knock' });
      chart.send(sought);
      expect(selectRevealed(chart.getSnapshot())).toEqual([]);
      await drawn(chart);
      expect(chart.getSnapshot().context).toMatchObject({
        folded: [],
        revealed: ['gate.open.wide'],
        chosen: 'gate.open.wide',
        form: 'picture',
        query: '',
      });
      expect(asked).toHaveLength(3);
    });

    it('at once where nothing has to be expanded, at the zoom that the user has set', async () => {
      const asked: LayoutInput[] = [];
      const chart = shown(asked);
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      chart.send({ type: 'zoom.set', zoom: 1.25 });
      chart.send(sought);
      expect(chart.getSnapshot().context).toMatchObject({ revealed: ['gate.open.wide'], zoom: 1.25 });
      expect(asked).toHaveLength(1);
    });

    it('and keeps a search that finds the state or a transition of it, but none that would dim it', async () => {
      const chart = shown();
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      for (const [query, kept] of [
        ['WIDE', 'WIDE'],
        ['draught', 'draught'],
        ['keeper', ''],
      ]) {
        chart.send({ type: 'query.changed', query: query! });
        chart.send(sought);
        expect(chart.getSnapshot().context).toMatchObject({ query: kept, chosen: 'gate.open.wide' });
      }
    });

    it('and keeps the search if there is no state to reveal', async () => {
      const chart = shown();
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      chart.send({ type: 'query.changed', query: 'keeper' });
      chart.send({ ...sought, value: null });
      expect(chart.getSnapshot().context).toMatchObject({ query: 'keeper', revealed: [], chosen: null });
    });

    it('after a layout that failed and was tried again', async () => {
      let fails = true;
      const chart = shown([], () => fails);
      chart.send(sought);
      await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'failed' }));
      fails = false;
      chart.send({ type: 'layout.retried' });
      await drawn(chart);
      expect(selectRevealed(chart.getSnapshot())).toEqual(['gate.open.wide']);
    });

    it('and stays there, until the user has looked', async () => {
      const clock = new SimulatedClock();
      const chart = shown([], () => false, clock);
      chart.send({ type: 'picture.moved' });
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      chart.send(sought);
      await drawn(chart);
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      expect(selectIsFollowing(chart.getSnapshot())).toBe(false);
      clock.increment(1);
      expect(selectIsFollowing(chart.getSnapshot())).toBe(true);
    });

    it('and forgets it when the user selects another state or another chart', async () => {
      const chart = shown();
      chart.send(sought);
      await drawn(chart);
      chart.send({ type: 'state.chosen', id: 'gate.barred' });
      expect(selectRevealed(chart.getSnapshot())).toEqual([]);
      chart.send(sought);
      expect(selectRevealed(chart.getSnapshot())).toEqual(['gate.open.wide']);
      chart.send({ type: 'chart.shown', chart: 'other', active: null });
      await drawn(chart);
      expect(selectRevealed(chart.getSnapshot())).toEqual([]);
    });
  });

  describe('shows where its actor is, whatever a large chart has collapsed', () => {
    const drawn = async (chart: ReturnType<typeof shown>) =>
      (await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }))).context.folded;
    const large = () => shown([], () => false, new SimulatedClock(), ['gate.open']);
    const active = { open: 'ajar' };

    it('when it is first shown; collapsed by the user, it stays so until the user asks for the state', async () => {
      const chart = large();
      chart.send({ type: 'chart.shown', chart: 'gate', active });
      expect(await drawn(chart)).toEqual([]);
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      expect(await drawn(chart)).toEqual(['gate.open']);
      // Another actor of the same chart, or the same one in another state.
      chart.send({ type: 'chart.shown', chart: 'gate', active: { open: 'wide' } });
      expect(await drawn(chart)).toEqual(['gate.open']);
      chart.send({ type: 'reveal.requested', chart: 'gate', value: 'closed', transitions: [], active });
      expect(await drawn(chart)).toEqual([]);
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      expect(await drawn(chart)).toEqual(['gate.open']);
    });

    it('unless the user has collapsed it before it was drawn', async () => {
      const chart = large();
      chart.send({ type: 'chart.shown', chart: 'gate', active });
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      expect(await drawn(chart)).toEqual(['gate.open']);
    });

    it('and leaves the rest, and a chart without an actor, collapsed', async () => {
      const chart = large();
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      expect(await drawn(chart)).toEqual(['gate.open']);
      chart.send({ type: 'chart.shown', chart: 'other', active: 'closed' });
      expect(await drawn(chart)).toEqual(['gate.open']);
    });
  });

  describe('steps through what is found', () => {
    const drawn = (chart: ReturnType<typeof shown>) =>
      waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    const step = (chart: ReturnType<typeof shown>, isBackward = false) =>
      chart.send({ type: 'match.requested', isBackward });

    it('from match to match, in both directions, and starts over when the text changes', async () => {
      const asked: LayoutInput[] = [];
      const chart = shown(asked);
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      step(chart);
      expect(selectMatch(chart.getSnapshot())).toBeNull();
      chart.send({ type: 'query.changed', query: 'gate.' });
      const indexes = [false, false, true, true].map((isBackward) => {
        step(chart, isBackward);
        return selectMatch(chart.getSnapshot())?.index;
      });
      expect(indexes).toEqual([0, 1, 0, 3]);
      chart.send({ type: 'query.changed', query: 'gate' });
      expect(selectMatch(chart.getSnapshot())).toBeNull();
      chart.send({ type: 'query.changed', query: 'no such thing' });
      step(chart);
      expect(selectMatch(chart.getSnapshot())).toBeNull();
      expect(asked).toHaveLength(1);
    });

    it('and expands only what is collapsed around the match, and only when the user steps to it', async () => {
      const chart = shown();
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      await drawn(chart);
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      await drawn(chart);
      chart.send({ type: 'query.changed', query: 'barred' });
      step(chart);
      expect(chart.getSnapshot().context).toMatchObject({ folded: ['gate.open'] });
      chart.send({ type: 'query.changed', query: 'wide' });
      expect(chart.getSnapshot().context).toMatchObject({ folded: ['gate.open'] });
      step(chart);
      await drawn(chart);
      expect(chart.getSnapshot().context).toMatchObject({ folded: [], match: { state: 'gate.open.wide', index: 0 } });
      // Collapsed by hand, it stays so until the next step.
      chart.send({ type: 'folds.set', folded: ['gate.open'] });
      await drawn(chart);
      expect(chart.getSnapshot().context).toMatchObject({ folded: ['gate.open'] });
    });
  });

  describe('follows what happens', () => {
    function looking() {
      const clock = new SimulatedClock();
      const chart = shown([], () => false, clock);
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      return { chart, clock, follows: () => selectIsFollowing(chart.getSnapshot()) };
    }

    it('from the start, and stays where a hand has moved it until the hand has rested', () => {
      const { chart, clock, follows } = looking();
      expect(follows()).toBe(true);
      chart.send({ type: 'picture.moved' });
      expect(follows()).toBe(false);
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      chart.send({ type: 'picture.moved' });
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      expect(follows()).toBe(false);
      clock.increment(1);
      expect(follows()).toBe(true);
      // Nobody asked to be taken away from what they look at: the next event does that.
      expect(selectSought(chart.getSnapshot())).toBe(0);
    });

    it('and stays at a match that a step of the search led to until the user has rested', async () => {
      const { chart, clock, follows } = looking();
      await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
      const step = () => chart.send({ type: 'match.requested', isBackward: false });
      chart.send({ type: 'query.changed', query: 'nothing like it' });
      step();
      expect(follows()).toBe(true);
      chart.send({ type: 'query.changed', query: 'wide' });
      step();
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      step();
      chart.send({ type: 'query.changed', query: '' });
      clock.increment(inspectorTiming.manualScrollTimeoutMs - 1);
      expect(follows()).toBe(false);
      clock.increment(1);
      expect(follows()).toBe(true);
    });

    it('or is held for as long as somebody wants, whatever chart is shown', () => {
      const { chart, clock, follows } = looking();
      chart.send({ type: 'following.toggled' });
      clock.increment(10 * inspectorTiming.manualScrollTimeoutMs);
      chart.send({ type: 'chart.shown', chart: 'other', active: null });
      expect(follows()).toBe(false);
      chart.send({ type: 'following.toggled' });
      expect(follows()).toBe(true);
      expect(selectSought(chart.getSnapshot())).toBe(1);
    });

    it('again at once on another chart, and when it is asked to', () => {
      const { chart, follows } = looking();
      chart.send({ type: 'picture.moved' });
      chart.send({ type: 'chart.shown', chart: 'gate', active: null });
      expect(follows()).toBe(false);
      chart.send({ type: 'chart.shown', chart: 'other', active: null });
      expect(follows()).toBe(true);
      chart.send({ type: 'picture.moved' });
      chart.send({ type: 'following.toggled' });
      expect(follows()).toBe(true);
    });
  });
});
