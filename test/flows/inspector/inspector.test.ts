import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { flowChartMachine, type LayoutInput } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import type { ObservedActor } from '../../../src/machines/inspector/inspector/actorPath.ts';
import {
  inspectorMachine,
  type OpenedTrace,
  type PulseReceived,
} from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import {
  selectAt,
  selectAwaited,
  selectChart,
  selectCount,
  selectFailure,
  selectOpened,
  selectSession,
  selectShowsServer,
  selectStep,
  selectTrace,
} from '../../../src/machines/inspector/inspector/inspector.selectors.ts';
import { gateMachine, inspected, opened, placed } from '../../fixtures/inspected.ts';
import { coverChart } from '../../support/cover.ts';
import { inspectorModel } from './inspector.model.ts';

coverChart(inspectorModel);

function inspecting({ read, asked = [] }: { read?: () => Promise<OpenedTrace>; asked?: LayoutInput[] } = {}) {
  const clock = new SimulatedClock();
  const { root, recorder } = inspected();
  const saved: (OpenedTrace | null)[] = [];
  let watchers = 0;
  let feel: (actors: readonly ObservedActor[]) => void = () => {};
  const inspector = createActor(
    inspectorMachine.provide({
      actors: {
        flowChart: flowChartMachine.provide({
          actors: {
            layOut: fromPromise(({ input }) => {
              asked.push(input);
              return Promise.resolve(placed(gateMachine, input.folded, input.reveal));
            }),
          },
        }),
        pulse: fromCallback<PulseReceived, undefined>(({ sendBack }) => {
          watchers += 1;
          let count = 0;
          feel = (actors) => {
            count += 1;
            sendBack({ type: 'pulse.received', count, at: count, actors });
          };
          feel([{ session: root.sessionId, id: 'gate', parent: null, chart: 'gate', value: 'barred' }]);
          return () => {
            watchers -= 1;
          };
        }),
        listCharts: fromPromise(() =>
          Promise.resolve<{ id: string; description: string | null }[]>([{ id: 'gate', description: null }]),
        ),
        readTrace: fromPromise(
          ({ input }) => read?.() ?? Promise.resolve(opened(recorder.take(), input.file ? 'file' : 'page')),
        ),
        saveTrace: fromPromise(async ({ input: { trace } }) => {
          if (trace?.from === 'page') throw new Error('The disk is full.');
          saved.push(trace);
        }),
      },
    }),
    { clock, input: { session: root.sessionId, chart: 'gate' } },
  ).start();
  const traced = () => waitFor(inspector, (snapshot) => snapshot.matches({ working: { source: 'traced' } }));
  return {
    inspector,
    root,
    clock,
    saved,
    traced,
    watchers: () => watchers,
    feel: (actors: readonly ObservedActor[]) => feel(actors),
  };
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

  it('reveals where an event led its actor, or only the chart of one that has ended', async () => {
    const { inspector, root, feel } = inspecting();
    const reveal = (session: string) =>
      inspector.send({ type: 'reveal.requested', session, chart: 'gate', value: 'barred', transitions: [] });
    const chart = () => inspector.getSnapshot().children.chart!;
    inspector.send({ type: 'chart.chosen', chart: 'session' });
    reveal(root.sessionId);
    expect(selectSession(inspector.getSnapshot())).toBe(root.sessionId);
    await waitFor(chart(), ({ context }) => context.chosen === 'gate.barred');
    reveal('x:gone');
    feel([{ session: root.sessionId, id: 'gate', parent: null, chart: 'gate', value: 'barred' }]);
    expect(selectSession(inspector.getSnapshot())).toBeNull();
    expect(selectChart(inspector.getSnapshot())).toBe('gate');
  });

  it('tells the chart where its actor is, now or at the step of a trace, so that no collapsed state hides it', async () => {
    const { recorder } = inspected();
    const asked: LayoutInput[] = [];
    const { inspector, root, traced } = inspecting({
      asked,
      read: () => Promise.resolve(opened(recorder.take(), 'page')),
    });
    const last = () => asked.at(-1);
    inspector.send({ type: 'chart.chosen', chart: 'session' });
    expect(last()).toMatchObject({ chart: 'session', active: null });
    inspector.send({ type: 'actor.chosen', session: root.sessionId, chart: 'gate' });
    expect(last()).toMatchObject({ chart: 'gate', active: 'barred' });

    const trace = recorder.take();
    const { session } = trace.actors.find(({ machine }) => machine === 'gate')!;
    inspector.send({ type: 'trace.opened', file: null });
    await traced();
    const valueAt = (step: number) => trace.events.findLast(({ actor }, at) => actor === session && at <= step)!.after;
    for (const step of [0, trace.events.length - 1]) {
      inspector.send({ type: 'step.set', step });
      inspector.send({ type: 'chart.chosen', chart: 'session' });
      inspector.send({ type: 'actor.chosen', session, chart: 'gate' });
      expect(last()).toMatchObject({ chart: 'gate', active: valueAt(step).value });
    }
  });

  it('counts the reports, each with its time', () => {
    const { inspector, feel } = inspecting();
    const seen = () => [selectCount(inspector.getSnapshot()), selectAt(inspector.getSnapshot())];
    expect(seen()).toEqual([1, 1]);
    feel([]);
    expect(seen()).toEqual([2, 2]);
  });

  it('shows the events of the server’s charts only when it is asked to', () => {
    const { inspector } = inspecting();
    expect(selectShowsServer(inspector.getSnapshot())).toBe(false);
    inspector.send({ type: 'serverEvents.toggled' });
    expect(selectShowsServer(inspector.getSnapshot())).toBe(true);
    inspector.send({ type: 'serverEvents.toggled' });
    expect(selectShowsServer(inspector.getSnapshot())).toBe(false);
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

  it.each<[how: string, take: (it: ReturnType<typeof inspecting>) => void]>([
    ['set', ({ inspector }) => inspector.send({ type: 'step.set', step: 1 })],
    [
      'played',
      ({ inspector, clock }) => {
        inspector.send({ type: 'playing.started' });
        clock.increment(inspectorTiming.traceStepMs);
      },
    ],
    [
      'set during playback',
      ({ inspector }) => {
        inspector.send({ type: 'playing.started' });
        inspector.send({ type: 'step.set', step: 1 });
      },
    ],
  ])('shows the chart of the event’s actor when a step is %s', async (_, take) => {
    const inspection = inspecting();
    const { inspector, traced } = inspection;
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'chart.chosen', chart: 'session' });
    const shown = () => inspector.getSnapshot().children.chart?.getSnapshot().context.chart;
    expect(shown()).toBe('session');
    take(inspection);
    expect(selectStep(inspector.getSnapshot())).toBe(1);
    expect(shown()).toBe('gate');
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

  it('goes to the event that is looked at', async () => {
    const { inspector, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'playing.started' });
    const third = selectTrace(inspector.getSnapshot())!.events[2]!;
    inspector.send({ type: 'event.opened', seq: third.seq });
    expect(selectStep(inspector.getSnapshot())).toBe(2);
    expect(selectOpened(inspector.getSnapshot())).toBe(third.seq);
    expect(inspector.getSnapshot().matches({ working: { source: { traced: 'stopped' } } })).toBe(true);
    inspector.send({ type: 'event.opened', seq: null });
    expect(selectStep(inspector.getSnapshot())).toBe(2);
    expect(selectOpened(inspector.getSnapshot())).toBeNull();
  });

  it('plays a trace to its end and stops there', async () => {
    const { inspector, clock, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'playing.started' });
    const { length } = selectTrace(inspector.getSnapshot())!.events;
    for (let step = 1; step < length; step += 1) {
      clock.increment(inspectorTiming.traceStepMs);
      expect(selectStep(inspector.getSnapshot())).toBe(step);
    }
    clock.increment(inspectorTiming.traceStepMs);
    expect(inspector.getSnapshot().matches({ working: { source: { traced: 'stopped' } } })).toBe(true);
  });

  it('says what is wrong with a file, and goes on with the running application', async () => {
    const { inspector } = inspecting({
      read: () => Promise.reject(new Error('This file is not valid JSON.')),
    });
    inspector.send({ type: 'trace.opened', file });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { source: 'live' } }));
    expect(selectFailure(inspector.getSnapshot())?.message).toBe('This file is not valid JSON.');
  });

  it('saves the trace that is looked at, or what is recorded', async () => {
    const { inspector, saved, traced } = inspecting();
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { work: 'none' } }));
    inspector.send({ type: 'save.requested' });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { work: 'none' } }));
    inspector.send({ type: 'trace.opened', file });
    await traced();
    inspector.send({ type: 'save.requested' });
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { work: 'none' } }));
    expect(saved.map((trace) => trace?.name ?? null)).toEqual([null, 'gate.json']);
  });

  it('says why a trace could not be saved', async () => {
    const { inspector, traced } = inspecting();
    inspector.send({ type: 'trace.opened', file: null });
    await traced();
    await waitFor(inspector, (snapshot) => snapshot.matches({ working: { work: 'none' } }));
    inspector.send({ type: 'save.requested' });
    await waitFor(inspector, (snapshot) => selectFailure(snapshot) !== null);
    expect(selectFailure(inspector.getSnapshot())?.message).toBe('The disk is full.');
  });

  describe('when the chosen actor ends', () => {
    const app: ObservedActor = { session: '0', id: 'app', parent: null, chart: 'app', value: 'running' };
    const screen: ObservedActor = { session: '1', id: 'screen', parent: '0', chart: 'screen', value: 'shown' };
    const flow = (session: string, chart: string | null = 'signIn'): ObservedActor => ({
      session,
      id: 'flow',
      parent: '1',
      chart,
      value: null,
    });
    function looking(at: ObservedActor) {
      const { inspector, feel } = inspecting();
      feel([app, screen, at]);
      inspector.send({ type: 'actor.chosen', session: at.session, chart: at.chart });
      const seen = () => [
        selectSession(inspector.getSnapshot()),
        selectChart(inspector.getSnapshot()),
        selectAwaited(inspector.getSnapshot()),
      ];
      return { inspector, feel, seen };
    }

    it('looks at whoever took its place in the tree', () => {
      const { inspector, feel, seen } = looking(flow('2'));
      feel([app, screen, { ...flow('9'), id: 'other' }, flow('3', 'projectList')]);
      expect(seen()).toEqual(['3', 'projectList', null]);
      expect(inspector.getSnapshot().children.chart?.getSnapshot().context.chart).toBe('projectList');
    });

    it('looks at the nearest one above until somebody comes in its place', () => {
      const { feel, seen } = looking(flow('2'));
      feel([app, screen]);
      expect(seen()).toEqual(['1', 'screen', 'flow']);
      feel([app]);
      expect(seen()).toEqual(['0', 'app', 'flow']);
      feel([app, screen, flow('3')]);
      expect(seen()).toEqual(['3', 'signIn', null]);
    });

    it('does not wait for another call of the same name', () => {
      const { feel, seen } = looking(flow('2', null));
      feel([app, screen]);
      expect(seen()).toEqual(['1', 'screen', null]);
      feel([app, screen, flow('3', null)]);
      expect(seen()).toEqual(['1', 'screen', null]);
    });

    it('stays where its user goes next', () => {
      const { inspector, feel, seen } = looking(flow('2'));
      feel([app, screen]);
      inspector.send({ type: 'actor.chosen', session: '1', chart: 'screen' });
      feel([app, screen, flow('3')]);
      expect(seen()).toEqual(['1', 'screen', null]);
    });

    it('finds it again after a trace of another page was looked at', async () => {
      const { root, recorder } = inspected();
      const { inspector, traced, feel } = inspecting({ read: () => Promise.resolve(opened(recorder.take(), 'file')) });
      inspector.send({ type: 'trace.opened', file });
      await traced();
      expect(selectSession(inspector.getSnapshot())).toBe(root.sessionId);
      inspector.send({ type: 'live.chosen' });
      feel([{ session: 'x:77', id: 'gate', parent: null, chart: 'gate', value: 'barred' }]);
      expect(selectSession(inspector.getSnapshot())).toBe('x:77');
    });
  });
});
