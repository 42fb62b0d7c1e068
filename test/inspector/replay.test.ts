import { describe, expect, it } from 'vitest';
/** What a replay finds: each part of a chart is changed in turn, and the step at which it matters is named. */
import {
  and,
  assign,
  cancel,
  createActor,
  fromCallback,
  fromTransition,
  raise,
  sendTo,
  setup,
  SimulatedClock,
  stateIn,
  type AnyActorRef,
  type AnyStateMachine,
} from 'xstate';
import { reportText } from '../../scripts/replay/report.ts';
import { createTraceRecorder } from '../../src/inspector/trace/recorder.ts';
import { replayTrace } from '../../src/inspector/trace/replay.ts';
import { parseTrace, type Trace } from '../../src/inspector/trace/trace.ts';

/** The parts of the kettle that a change may break. */
interface Kettle {
  boiling: number;
  isHot: (degrees: number) => boolean;
  tells: boolean;
  starts: boolean;
  cancels: boolean;
  lidTarget: 'open' | 'standing';
  counts: number;
  onLifted: () => void;
}

const sound: Kettle = {
  boiling: 1_000,
  isHot: (degrees) => degrees > 50,
  tells: true,
  starts: true,
  cancels: true,
  lidTarget: 'open',
  counts: 1,
  onLifted: () => {},
};

const kettle = ({ boiling, isHot, tells, starts, cancels, lidTarget, counts, onLifted }: Kettle) =>
  setup({
    types: {
      input: {} as { listener: AnyActorRef },
      context: {} as { listener: AnyActorRef; degrees: number; touched: number },
      events: {} as
        | { type: 'kettle.filled' }
        | { type: 'kettle.touched'; degrees: number }
        | { type: 'lid.opened' }
        | { type: 'kettle.lifted' }
        | { type: 'kettle.put' }
        | { type: 'whistle.due' },
    },
    actors: { element: fromCallback(() => {}) },
    delays: { boiling, patience: 5_000 },
    guards: { isHot: (_, { degrees }: { degrees: number }) => isHot(degrees) },
    actions: {
      tell: sendTo(({ context }) => context.listener, { type: 'kettle.boiled' }),
      expect: raise({ type: 'whistle.due' }, { id: 'whistle', delay: 'patience' }),
      forget: cancel('whistle'),
      count: assign({ touched: ({ context }) => context.touched + counts }),
    },
  }).createMachine({
    id: 'kettle',
    context: ({ input }) => ({ listener: input.listener, degrees: 20, touched: 0 }),
    initial: 'cold',
    on: { 'kettle.lifted': { target: '.lifted', actions: onLifted } },
    states: {
      cold: { on: { 'kettle.filled': { target: 'standing', actions: 'expect' } } },
      standing: {
        initial: 'heating',
        ...(starts && { invoke: { id: 'element', src: 'element', onError: { target: 'cold' } } }),
        on: {
          'kettle.touched': [
            { guard: { type: 'isHot', params: ({ event }) => event }, actions: 'count' },
            { actions: 'count' },
          ],
          'lid.opened': { target: lidTarget === 'open' ? 'open' : '.heating' },
        },
        states: {
          heating: {
            after: {
              boiling: {
                target: 'boiled',
                actions: [...(tells ? ['tell' as const] : []), ...(cancels ? ['forget' as const] : [])],
              },
            },
          },
          boiled: {},
          last: { type: 'history' },
        },
      },
      open: {},
      lifted: { on: { 'kettle.put': { target: 'standing.last' } } },
    },
  });

/** A kettle that is filled, touched, boils, is lifted, put back and opened. */
function recorded({
  machine = kettle(sound),
  capacity = 500,
}: { machine?: AnyStateMachine; capacity?: number } = {}): Trace {
  const clock = new SimulatedClock();
  const recorder = createTraceRecorder({ now: () => clock.now(), version: '1', capacity });
  const listener = createActor(
    fromTransition((state: null) => state, null),
    { id: 'listener' },
  ).start();
  const actor = createActor(machine, { clock, input: { listener }, inspect: recorder.observe });
  actor.subscribe({ error: () => {} });
  actor.start();
  actor.send({ type: 'kettle.filled' });
  actor.send({ type: 'kettle.touched', degrees: 60 });
  clock.increment(1_000);
  for (const type of ['kettle.lifted', 'kettle.put', 'lid.opened'])
    if (actor.getSnapshot().status === 'active') actor.send({ type });
  return parseTrace(JSON.stringify(recorder.take()));
}

const replayed = (trace: Trace, changed: Partial<Kettle>) => {
  const report = replayTrace(trace, new Map([['kettle', kettle({ ...sound, ...changed })]]));
  return { ...report, said: reportText(trace, report) };
};

describe('a replay', () => {
  it('goes the recorded way on the chart that was recorded, from its birth or from the middle', () => {
    expect(replayed(recorded(), {})).toMatchObject({ differences: [], steps: { length: 7 } });
    expect(replayed(recorded({ capacity: 6 }), {})).toMatchObject({ differences: [], steps: { length: 3 } });
  });

  it('knows where a history state leads back to, although the trace begins later', () => {
    const trace = recorded({ capacity: 4 });
    expect(trace.actors[0]!.start).toMatchObject({
      value: 'lifted',
      history: { 'kettle.standing.last': ['kettle.standing.boiled'] },
    });
    expect(replayed(trace, {})).toMatchObject({ differences: [], steps: { length: 2 } });
  });

  it.each<[part: string, changed: Partial<Kettle>, event: string, says: readonly string[]]>([
    ['target', { lidTarget: 'standing' }, 'lid.opened', ['recorded: open', 'replayed: {"standing":"heating"}']],
    [
      'guard that decides only about actions',
      { isHot: () => false },
      'kettle.touched',
      [
        'both times: {"standing":"heating"}',
        'kettle.standing --kettle.touched[0]--> (stays)',
        'it takes now:',
        'kettle.standing --kettle.touched[1]--> (stays)',
      ],
    ],
    [
      'delay',
      { boiling: 3_000 },
      'kettle.filled',
      ['no longer done:', 'time xstate.after.boiling.kettle.standing.heating in 1000 ms', 'done now:', 'in 3000 ms'],
    ],
    [
      'message',
      { tells: false },
      'xstate.after.boiling.kettle.standing.heating',
      ['no longer done:', 'send kettle.boiled to listener'],
    ],
    ['child', { starts: false }, 'kettle.filled', ['no longer done:', 'start element']],
    [
      'timer that is called off',
      { cancels: false },
      'xstate.after.boiling.kettle.standing.heating',
      ['no longer done:', 'cancel whistle'],
    ],
    [
      'action that keeps something',
      { counts: 2 },
      'kettle.touched',
      ['both times: {"standing":"heating"}', 'touched was 1', 'is  2'],
    ],
    [
      'guard that throws',
      {
        isHot: () => {
          throw new Error('It is too hot.');
        },
      },
      'kettle.touched',
      ['replayed: {"standing":"heating"} (error)', 'the chart broke:', 'It is too hot.'],
    ],
  ])('names the step at which a broken %s matters', (_, changed, event, says) => {
    const {
      differences: [difference, ...others],
      said,
    } = replayed(recorded(), changed);
    expect(others).toEqual([]);
    expect(difference!.step.event.event.type).toBe(event);
    for (const words of [`kettle got ${event}`, ...says]) expect(said).toContain(words);
  });

  it('takes a child’s first transitions for the child’s', () => {
    const child = setup({}).createMachine({
      id: 'child',
      initial: 'first',
      states: { first: { always: { target: 'second' } }, second: {} },
    });
    const parent = setup({ actors: { child } }).createMachine({
      id: 'parent',
      invoke: { id: 'child', src: 'child', onError: {} },
    });
    const recorder = createTraceRecorder({ now: () => 0, version: '1' });
    createActor(parent, { inspect: recorder.observe }).start();
    expect(
      replayTrace(
        recorder.take(),
        new Map<string, AnyStateMachine>([
          ['parent', parent],
          ['child', child],
        ]),
      ),
    ).toMatchObject({ differences: [], steps: { length: 2 } });
  });

  it('lets a delay be what the step itself took longer', () => {
    expect(replayed(recorded(), { boiling: 1_100 }).differences).toEqual([]);
  });

  it('believes the trace where a guard decided by words that it hides, and nowhere else', () => {
    const gate = (least: number) =>
      setup({
        types: { context: {} as { tries: number }, events: {} as { type: 'word.said'; password: string } },
        guards: {
          isShut: stateIn('shut'),
          isLong: ({ event }) => event.password.length >= least,
          isFirst: ({ context }) => context.tries < (least > 90 ? 0 : 1),
        },
        actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
      }).createMachine({
        id: 'gate',
        context: { tries: 0 },
        initial: 'shut',
        states: {
          shut: {
            on: {
              'word.said': [
                { guard: and(['isShut', 'isFirst', 'isLong']), target: 'open' },
                { guard: 'isFirst', actions: 'count' },
                { target: 'barred' },
              ],
            },
          },
          open: {},
          barred: {},
        },
      });
    const recordedGate = (...words: readonly string[]) => {
      const recorder = createTraceRecorder({ now: () => 0, version: '1' });
      const actor = createActor(gate(16), { inspect: recorder.observe }).start();
      for (const password of words) actor.send({ type: 'word.said', password });
      return parseTrace(JSON.stringify(recorder.take()));
    };
    const ways = (trace: Trace, least: number) =>
      replayTrace(trace, new Map([['gate', gate(least)]])).differences.length;
    expect(
      [recordedGate('canary, at least sixteen long'), recordedGate('canary', 'canary')].map((trace) => ways(trace, 16)),
    ).toEqual([0, 0]);
    // A guard that decides by what is told is not excused.
    expect(
      [recordedGate('canary, at least sixteen long'), recordedGate('canary', 'canary')].map((trace) => ways(trace, 99)),
    ).toEqual([1, 1]);
  });

  it('believes the trace also where a guard breaks on an object that it hides', () => {
    const machine = setup({
      types: { context: {} as { staged: { rows: readonly string[] } }, events: {} as { type: 'rows.sent' } },
      guards: { hasRows: ({ context }) => context.staged.rows.length > 0 },
    }).createMachine({
      id: 'sender',
      context: { staged: { rows: ['canary'] } },
      initial: 'editing',
      states: { editing: { on: { 'rows.sent': { guard: 'hasRows', target: 'sending' } } }, sending: {} },
    });
    const recorder = createTraceRecorder({ now: () => 0, version: '1', capacity: 1 });
    createActor(machine, { inspect: recorder.observe }).start().send({ type: 'rows.sent' });
    const trace = parseTrace(JSON.stringify(recorder.take()));
    expect(trace.actors[0]!.start?.context).toEqual({ staged: '«redacted»' });
    expect(replayTrace(trace, new Map([['sender', machine]]))).toMatchObject({ differences: [], steps: { length: 1 } });
  });

  it('takes an older trace, which does not say what was done', () => {
    const trace = recorded();
    const older = parseTrace(
      JSON.stringify(trace, (key, value: unknown) => (['did', 'changed'].includes(key) ? undefined : value)),
    );
    expect(replayed(older, { tells: false, counts: 2 }).differences).toEqual([]);
    expect(replayed(older, { lidTarget: 'standing' }).differences).toHaveLength(1);
  });
});

describe('a chart that broke', () => {
  const broken = kettle({
    ...sound,
    onLifted: () => {
      throw new Error('The handle is off.');
    },
  });

  it('leaves the event that broke it in the trace, with where it stood', () => {
    const { events, actors } = recorded({ machine: broken });
    const kettles = events.filter(({ actor }) => actor === actors.find(({ machine }) => machine === 'kettle')!.session);
    expect(kettles.at(-1)).toMatchObject({
      event: { type: 'kettle.lifted' },
      after: { status: 'error', value: { standing: 'boiled' } },
    });
    expect(kettles).toHaveLength(5);
  });

  it('is told to go on where it does', () => {
    const { differences, said } = replayed(recorded({ machine: broken }), {});
    expect(
      differences.map(({ step, recorded: before, replayed: now }) => [
        step.event.event.type,
        before.state.status,
        now.state.status,
      ]),
    ).toEqual([['kettle.lifted', 'error', 'active']]);
    expect(said).toContain('it broke when it was recorded, and continues here, where no action reaches the world');
  });

  it('is named with its parent’s next step, when it is another’s child', () => {
    const child = setup({
      types: { events: {} as { type: 'child.hurt' } },
      guards: {
        isSore: () => {
          throw new Error('Ouch.');
        },
      },
    }).createMachine({
      id: 'child',
      initial: 'well',
      states: { well: { on: { 'child.hurt': { guard: 'isSore', target: 'ill' } } }, ill: {} },
    });
    const family = (inner: AnyStateMachine) =>
      setup({ types: { events: {} as { type: 'child.hurt' } }, actors: { child: inner } }).createMachine({
        id: 'parent',
        initial: 'calm',
        states: {
          calm: {
            invoke: { id: 'child', src: 'child', onError: { target: 'worried' } },
            on: { 'child.hurt': { actions: sendTo('child', { type: 'child.hurt' }) } },
          },
          worried: {},
        },
      });
    const recorder = createTraceRecorder({ now: () => 0, version: '1' });
    const actor = createActor(family(child), { inspect: recorder.observe }).start();
    actor.send({ type: 'child.hurt' });
    const trace = recorder.take();
    expect(trace.events.map(({ event, after }) => [event.type, after.status, after.value])).toEqual([
      ['xstate.init', 'active', 'well'],
      ['xstate.init', 'active', 'calm'],
      ['child.hurt', 'error', 'well'],
      ['child.hurt', 'active', 'calm'],
      ['xstate.error.actor.child', 'active', 'worried'],
    ]);
    const machines = new Map<string, AnyStateMachine>([
      ['parent', family(child)],
      ['child', child],
    ]);
    const report = replayTrace(trace, machines);
    expect(report).toMatchObject({ differences: [], broken: [{ machine: 'child', event: { seq: 2 } }] });
    expect(reportText(trace, report)).toContain(
      'Step 2 at 00:00:00.000: child got child.hurt and broke, as it did when it was recorded.',
    );
  });
});
