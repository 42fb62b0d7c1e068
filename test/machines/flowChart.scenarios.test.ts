import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { flowChartMachine, type LayoutInput } from '../../src/machines/flowChart/flowChart.machine.ts';
import { selectDrawn, selectFailure } from '../../src/machines/flowChart/flowChart.selectors.ts';
import { gateMachine, placed } from '../fixtures/inspected.ts';

function shown(asked: LayoutInput[] = [], fails = () => false) {
  return createActor(flowChartMachine.provide({
    actors: {
      layOut: fromPromise(({ input }) => {
        asked.push(input);
        return fails() ? Promise.reject(new Error('The layout has a fault.')) : Promise.resolve(placed(gateMachine, input.folded));
      }),
    },
  })).start();
}

describe('a chart on screen', () => {
  it('is laid out once, whichever actor of it is looked at', async () => {
    const asked: LayoutInput[] = [];
    const chart = shown(asked);
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches('drawn'));
    chart.send({ type: 'chart.shown', chart: 'gate' });
    expect(chart.getSnapshot().matches('drawn')).toBe(true);
    expect(asked).toEqual([{ chart: 'gate', folded: null }]);
  });

  it('folds and unfolds the states inside a state, and stays up while it is laid out anew', async () => {
    const chart = shown();
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches('drawn'));
    chart.send({ type: 'folds.set', folded: ['gate.open'] });
    expect(selectDrawn(chart.getSnapshot())?.picture.states.some(({ id }) => id === 'gate.open.ajar')).toBe(true);
    await waitFor(chart, (snapshot) => snapshot.matches('drawn'));
    const { picture } = selectDrawn(chart.getSnapshot())!;
    expect(picture.states.find(({ id }) => id === 'gate.open')?.folded).toBe(2);
    expect(picture.states.some(({ id }) => id === 'gate.open.ajar')).toBe(false);
  });

  it('says why it cannot be drawn, and can be asked for again', async () => {
    let fails = true;
    const chart = shown([], () => fails);
    chart.send({ type: 'chart.shown', chart: 'gate' });
    await waitFor(chart, (snapshot) => snapshot.matches('failed'));
    expect(selectFailure(chart.getSnapshot())?.message).toBe('The layout has a fault.');
    fails = false;
    chart.send({ type: 'layout.retried' });
    await waitFor(chart, (snapshot) => snapshot.matches('drawn'));
  });
});
