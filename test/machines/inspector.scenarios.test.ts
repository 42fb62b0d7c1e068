import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { timing } from '../../src/contract/timing.ts';
import { flowChartMachine } from '../../src/machines/flowChart/flowChart.machine.ts';
import { inspectorMachine, type OpenedTrace } from '../../src/machines/inspector/inspector.machine.ts';
import { selectFailure, selectSession, selectStep, selectTrace } from '../../src/machines/inspector/inspector.selectors.ts';
import { gateMachine, inspected, opened, placed } from '../fixtures/inspected.ts';

function inspecting({ read }: { read?: () => Promise<OpenedTrace> } = {}) {
  const clock = new SimulatedClock();
  const { root, recorder } = inspected();
  const saved: (OpenedTrace | null)[] = [];
  let watchers = 0;
  const inspector = createActor(inspectorMachine.provide({
    actors: {
      flowChart: flowChartMachine.provide({ actors: { layOut: fromPromise(({ input }) => Promise.resolve(placed(gateMachine, input.folded))) } }),
      pulse: fromCallback(() => {
        watchers += 1;
        return () => { watchers -= 1; };
      }),
      listCharts: fromPromise(() => Promise.resolve<{ id: string; description: string | null }[]>([{ id: 'gate', description: null }])),
      readTrace: fromPromise(({ input }) => read?.() ?? Promise.resolve(opened(recorder.take(), input.file ? 'file' : 'page'))),
      runErrand: fromPromise(async ({ input: { errand, trace } }) => {
        if (errand === 'openStately') throw new Error('The browser has blocked the new window.');
        saved.push(trace);
      }),
    },
  }), { clock, input: { session: root.sessionId, chart: 'gate' } }).start();
  const traced = () => waitFor(inspector, (snapshot) => snapshot.matches({ working: { source: 'traced' } }));
  return { inspector, root, clock, saved, traced, watchers: () => watchers };
}

const file = new File(['{}'], 'gate.json');

describe('the flow inspector', () => {
  it('looks at the running application, and only while somebody looks', () => {
    const { inspector, watchers } = inspecting();
    expect(watchers()).toBe(1);
    inspector.send({ type: 'view.hidden' });
    expect(watchers()).toBe(0);
    inspector.send({ type: 'view.shown' });
    expect(watchers()).toBe(1);
  });

  it('steps back through what has just happened', async () => {
    const { inspector, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file: null });
    await traced();
    const last = selectTrace(inspector.getSnapshot())!.events.length - 1;
    expect(selectStep(inspector.getSnapshot())).toBe(last);
    inspector.send({ type: 'step.set', step: last - 1 });
    expect(selectStep(inspector.getSnapshot())).toBe(last - 1);
  });

  it('reads a trace from its beginning, and shows the chart of whoever an event happened to', async () => {
    const { inspector, root, traced } = inspecting();
    inspector.send({ type: 'chart.chosen', chart: 'session' });
    inspector.send({ type: 'trace.opened', file });
    await traced();
    expect(selectStep(inspector.getSnapshot())).toBe(0);
    expect(selectSession(inspector.getSnapshot())).toBe(root.sessionId);
    expect(inspector.getSnapshot().children.chart?.getSnapshot().context.chart).toBe('gate');
  });

  it('never leaves the trace at either end', async () => {
    const { inspector, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'step.set', step: -7 });
    expect(selectStep(inspector.getSnapshot())).toBe(-1);
    inspector.send({ type: 'step.set', step: 10_000 });
    expect(selectStep(inspector.getSnapshot())).toBe(selectTrace(inspector.getSnapshot())!.events.length - 1);
  });

  it('plays a trace to its end and stops there', async () => {
    const { inspector, clock, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'playing.started' });
    const { length } = selectTrace(inspector.getSnapshot())!.events;
    for (let step = 1; step < length; step += 1) {
      clock.increment(timing.traceStepMs);
      expect(selectStep(inspector.getSnapshot())).toBe(step);
    }
    clock.increment(timing.traceStepMs);
    expect(inspector.getSnapshot().matches({ working: { source: { traced: 'still' } } })).toBe(true);
  });

  it('says what is wrong with a file, and goes on with the running application', async () => {
    const { inspector } = inspecting({ read: () => Promise.reject(new Error('This file is not JSON, so it is no trace.')) });
    inspector.send({ type: 'trace.opened', file });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { source: 'live' } }));
    expect(selectFailure(inspector.getSnapshot())?.message).toBe('This file is not JSON, so it is no trace.');
  });

  it('saves the trace that is looked at, or what is recorded', async () => {
    const { inspector, saved, traced } = inspecting();
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { errand: 'none' } }));
    inspector.send({ type: 'errand.requested', errand: 'saveTrace' });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { errand: 'none' } }));
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'errand.requested', errand: 'saveTrace' });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { errand: 'none' } }));
    expect(saved.map((trace) => trace?.name ?? null)).toEqual([null, 'gate.json']);
  });

  it('says when the browser does not let Stately’s inspector open', async () => {
    const { inspector } = inspecting();
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { errand: 'none' } }));
    inspector.send({ type: 'errand.requested', errand: 'openStately' });
    await waitFor(inspector, (snapshot) => selectFailure(snapshot) !== null);
    expect(selectFailure(inspector.getSnapshot())?.message).toContain('blocked');
  });
});
