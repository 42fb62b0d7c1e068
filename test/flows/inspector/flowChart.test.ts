import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { flowChartMachine, type LayoutInput } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import {
  selectDrawn,
  selectFailure,
  selectIsFollowing,
  selectSought,
} from '../../../src/machines/inspector/flowChart/flowChart.selectors.ts';
import { gateMachine, placed } from '../../fixtures/inspected.ts';
import { coverChart } from '../../support/cover.ts';
import { flowChartModel } from './flowChart.model.ts';

coverChart(flowChartModel);

function shown(asked: LayoutInput[] = [], fails = () => false, clock = new SimulatedClock()) {
  return createActor(
    flowChartMachine.provide({
      actors: {
        layOut: fromPromise(({ input }) => {
          asked.push(input);
          return fails()
            ? Promise.reject(new Error('The layout has a fault.'))
            : Promise.resolve(placed(gateMachine, input.folded));
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
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: 'gate' });
    expect(chart.getSnapshot().matches({ picture: 'drawn' })).toBe(true);
    expect(asked).toEqual([{ chart: 'gate', folded: null }]);
  });

  it('folds and unfolds the states inside a state, and stays up while it is laid out anew', async () => {
    const chart = shown();
    chart.send({ type: 'chart.shown', chart: 'gate' });
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
    chart.send({ type: 'chart.shown', chart: 'gate' });
    chart.send({ type: 'folds.set', folded: ['gate.open'] });
    chart.send({ type: 'state.chosen', id: 'gate.open' });
    chart.send({ type: 'query.changed', query: 'open' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: 'other' });
    expect(asked.at(-1)).toEqual({ chart: 'other', folded: null });
    expect(chart.getSnapshot().context).toMatchObject({ chart: 'other', chosen: null, query: '' });
  });

  it('is gone when what is looked at has none', async () => {
    const chart = shown();
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
    chart.send({ type: 'chart.shown', chart: null });
    expect(selectDrawn(chart.getSnapshot())).toBeNull();
  });

  it('says why it cannot be drawn, and can be asked for again', async () => {
    let fails = true;
    const chart = shown([], () => fails);
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'failed' }));
    expect(selectFailure(chart.getSnapshot())?.message).toBe('The layout has a fault.');
    fails = false;
    chart.send({ type: 'layout.retried' });
    await waitFor(chart, (snapshot) => snapshot.matches({ picture: 'drawn' }));
  });

  describe('follows what happens', () => {
    function looking() {
      const clock = new SimulatedClock();
      const chart = shown([], () => false, clock);
      chart.send({ type: 'chart.shown', chart: 'gate' });
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

    it('or is held for as long as somebody wants, whatever chart is shown', () => {
      const { chart, clock, follows } = looking();
      chart.send({ type: 'following.toggled' });
      clock.increment(10 * inspectorTiming.manualScrollTimeoutMs);
      chart.send({ type: 'chart.shown', chart: 'other' });
      expect(follows()).toBe(false);
      chart.send({ type: 'following.toggled' });
      expect(follows()).toBe(true);
      expect(selectSought(chart.getSnapshot())).toBe(1);
    });

    it('again at once on another chart, and when it is asked to', () => {
      const { chart, follows } = looking();
      chart.send({ type: 'picture.moved' });
      chart.send({ type: 'chart.shown', chart: 'gate' });
      expect(follows()).toBe(false);
      chart.send({ type: 'chart.shown', chart: 'other' });
      expect(follows()).toBe(true);
      chart.send({ type: 'picture.moved' });
      chart.send({ type: 'following.toggled' });
      expect(follows()).toBe(true);
    });
  });
});
