import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { activeStates, unknownStates } from '../../src/inspector/chart/stateValue.ts';
import { guardResultsOf } from '../../src/inspector/trace/guardResults.ts';
import { redacted } from '../../src/inspector/trace/secrets.ts';
import { actorName, liveView, pageActor, viewOfTrace } from '../../src/inspector/trace/systemView.ts';
import { parseTrace, type Trace } from '../../src/inspector/trace/trace.ts';
import { traceLimits } from '../../src/inspector/trace/traceLimits.ts';
import { warningsOf } from '../../src/inspector/trace/warnings.ts';
import { gateMachine, inspected } from '../fixtures/inspected.ts';

const byEvent = (guardResults: ReadonlyMap<string, string>) =>
  [...guardResults].map(([key, result]) => [key.replace(/^gate\.(.*) --(.*)\[(\d)\].*$/, '$1 $2 $3'), result]);

describe('what may happen next', () => {
  it('asks every guard of the active states, and tells apart what only the event can decide', () => {
    const gate = createActor(gateMachine).start();
    expect(byEvent(guardResultsOf(gate.getSnapshot()))).toEqual([
      ['closed gate.knocked 0', 'yes'],
      ['closed gate.knocked 1', 'after'],
      ['closed password.said 0', 'depends'],
      ['closed password.said 1', 'yes'],
    ]);
    gate.send({ type: 'gate.knocked' });
    gate.send({ type: 'gate.knocked' });
    expect(byEvent(guardResultsOf(gate.getSnapshot())).slice(0, 2)).toEqual([
      ['closed gate.knocked 0', 'no'],
      ['closed gate.knocked 1', 'yes'],
    ]);
  });

  it('changes nothing of what it asks', () => {
    const gate = createActor(gateMachine).start();
    const before = gate.getSnapshot();
    guardResultsOf(before);
    expect(gate.getSnapshot()).toBe(before);
  });
});

describe('the running application, looked at', () => {
  it('shows who lives below whom, where they are, and calls in flight since when', () => {
    const { root, recorder } = inspected();
    const view = liveView(root, recorder);
    expect(view.actors.map(({ id, depth, chart, stateText }) => [id, depth, chart, stateText])).toEqual([
      ['gate', 0, 'gate', 'asking'],
      ['keeper', 1, null, ''],
    ]);
    // The log has the same names.
    expect(new Set(view.events.map(({ actor }) => actor))).toEqual(new Set(['gate', 'keeper']));
    const look = view.look(root.sessionId)!;
    expect(look.calls).toMatchObject([{ id: 'keeper', input: { password: redacted } }]);
    expect(look.calls[0]!.since).toBeTypeOf('number');
    expect(look.moved).toMatchObject({
      type: 'password.said',
      keys: ['gate.closed --password.said[0]--> gate.asking'],
    });
  });

  it('knows the timers that run, by the names of their delays', () => {
    const { root, recorder } = inspected();
    root.system.getSnapshot();
    root.send({ type: 'xstate.done.actor.keeper', output: true, actorId: 'keeper' } as never);
    const timers = liveView(root, recorder).look(root.sessionId)!.timers!;
    expect(timers).toMatchObject([{ name: 'after draught', delayMs: 60_000 }]);
    expect(timers[0]!.endsAt).toBeGreaterThan(Date.now());
  });

  it('hides secrets in contexts and events', () => {
    const { root, recorder } = inspected();
    const view = liveView(root, recorder);
    expect(
      JSON.stringify([
        view.look(root.sessionId),
        view.look(root.sessionId)!.context(),
        ...view.events.map(({ seq }) => view.payload(seq)),
      ]),
    ).not.toContain('canary');
  });
});

describe('a trace, looked at step by step', () => {
  const trace = parseTrace(JSON.stringify(inspected().recorder.take()));
  const at = (step: number) => viewOfTrace(trace, step);
  const root = trace.actors.find(({ machine }) => machine === 'gate')!.session;

  it('shows every actor as it was then', () => {
    const states = trace.events.map((_, step) => at(step).look(root)?.value);
    expect([...new Set(states)]).toEqual(['closed', 'asking']);
    expect(at(-1).actors).toEqual([]);
    expect(at(trace.events.length - 1).actors.map(({ id }) => id)).toEqual(['gate', 'keeper']);
  });

  it('knows the context at each step, and which of it the step has changed', () => {
    const contexts = trace.events
      .map((event, step) => (event.actor === root ? at(step).look(root)!.context() : null))
      .filter((context) => context !== null);
    expect(contexts).toEqual([
      { knocks: 0, password: null },
      { knocks: 1, password: null },
      { knocks: 1, password: redacted },
    ]);
    const knock = trace.events.findIndex(({ event }) => event.type === 'gate.knocked');
    expect(at(knock).look(root)).toMatchObject({ contextKnown: 'current', changed: [{ key: 'knocks', before: 0 }] });
    expect(JSON.stringify(trace)).not.toContain('canary');
  });

  it('knows the calls in flight at each step, and what they were given', () => {
    expect(at(trace.events.length - 1).look(root)!.calls).toMatchObject([
      { id: 'keeper', input: { password: redacted } },
    ]);
    expect(at(0).look(root)!.calls).toEqual([]);
  });

  it('knows the timers that ran at each step, and how long they still had', () => {
    const { root: gate, recorder } = inspected();
    gate.send({ type: 'xstate.done.actor.keeper', output: true, actorId: 'keeper' } as never);
    gate.send({ type: 'gate.shut' });
    const timed = recorder.take();
    const timersAt = (type: string) => {
      const step = timed.events.findLastIndex(({ event }) => event.type === type);
      return { at: timed.events[step]!.at, timers: viewOfTrace(timed, step).look(gate.sessionId)!.timers! };
    };
    const { at: opened, timers } = timersAt('xstate.done.actor.keeper');
    expect(timers).toEqual([{ name: 'after draught', delayMs: 60_000, endsAt: opened + 60_000 }]);
    expect(timersAt('gate.shut').timers).toEqual([]);
    const bare = { ...timed, events: timed.events.map((event) => ({ ...event, did: undefined })) };
    expect(viewOfTrace(bare, 0).look(gate.sessionId)!.timers).toBeNull();
  });

  it('shows those who are being started below who starts them, although it has not come to its first place', () => {
    const {
      actors: [first],
      events: [birth],
    } = trace;
    const young: Trace = {
      ...trace,
      actors: [
        { ...first!, session: 'a', parent: null },
        { ...first!, session: 'b', id: 'child', parent: 'a' },
      ],
      events: [
        { ...birth!, actor: 'b' },
        { ...birth!, seq: birth!.seq + 1, actor: 'a' },
      ],
    };
    expect(viewOfTrace(young, 0).actors.map(({ session, depth }) => [session, depth])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('calls the actor of a page after its chart, in the tree and in the log', () => {
    const [first] = trace.actors;
    const paged: Trace = {
      ...trace,
      actors: [{ ...first!, id: pageActor, parent: 'screen', machine: 'signIn' }],
      events: trace.events.map((event) => ({ ...event })),
    };
    const view = viewOfTrace(paged, trace.events.length - 1);
    expect(view.actors.map(actorName)).toEqual(['signIn']);
    expect(view.events.find(({ session }) => session === first!.session)!.actor).toBe('signIn');
    // One without a chart keeps its id.
    expect(actorName({ id: pageActor, chart: null })).toBe(pageActor);
  });

  it('says so of a trace that was written without contexts', () => {
    const { root: gate, recorder } = inspected();
    gate.send({ type: 'gate.knocked' });
    const bare = recorder.take({ newest: 1, contexts: false });
    const look = viewOfTrace(bare, bare.events.length - 1).look(gate.sessionId)!;
    expect(look).toMatchObject({ contextKnown: 'before', changed: [] });
    expect(look.context()).toEqual({ knocks: 1, password: redacted });
  });

  it('marks the last way taken', () => {
    expect(at(trace.events.length - 1).look(root)?.moved?.type).toBe('password.said');
  });

  it('survives actors that are their own parents, and values that no chart has', () => {
    const [first] = trace.actors;
    const odd: Trace = {
      ...trace,
      actors: [
        { ...first!, session: 'a', parent: 'b' },
        { ...first!, session: 'b', parent: 'a' },
        { ...first!, parent: null, session: 'c' },
      ],
      events: [
        { ...trace.events[0]!, actor: 'c', after: { status: 'active', value: { nowhere: [1, { deep: null }] } } },
      ],
    };
    const view = viewOfTrace(odd, 0);
    expect(view.actors.map(({ session }) => session)).toEqual(['c']);
    expect(activeStates(drawingOf(gateMachine), view.look('c')?.value)).toEqual(['gate']);
  });
});

describe('a trace that was changed', () => {
  const { actors, events, ...head } = inspected().recorder.take();
  const [first] = actors;
  it.each<[string, Partial<Trace>, RegExp[]]>([
    ['nothing', {}, []],
    ['its order', { events: events.toReversed() }, [/not in chronological order/]],
    ['events cut out', { events: events.filter((_, index) => index !== 1) }, [/^One event is missing/]],
    ['an actor twice', { actors: [...actors, first!] }, [/^One actor has the session/]],
    [
      'actors that are their own parents',
      { actors: [...actors, { ...first!, session: 'a', parent: 'b' }, { ...first!, session: 'b', parent: 'a' }] },
      [/^2 actors are their own ancestors/],
    ],
    ['actors that are not there', { actors: [] }, [/^\d+ events belong to unknown actors/]],
  ])('says so: %s', (_, change, said) => {
    const doubts = warningsOf({ ...head, actors, events, ...change });
    expect(doubts).toHaveLength(said.length);
    for (const [index, pattern] of said.entries()) expect(doubts[index]).toMatch(pattern);
  });

  it('names states that the chart does not have', () => {
    const drawing = drawingOf(gateMachine);
    expect(unknownStates(drawing, { open: 'ajar' })).toEqual([]);
    expect(unknownStates(drawing, { open: 'shut', nonsense: { deep: 1 } })).toEqual(['open.shut', 'nonsense']);
    expect(unknownStates(drawing, 7)).toEqual([]);
  });
});

describe('a file that only looks like a trace', () => {
  const good = JSON.parse(JSON.stringify(inspected().recorder.take())) as Record<string, unknown> & {
    events: unknown[];
  };
  const withEvents = (change: (event: Record<string, unknown>) => Record<string, unknown>) =>
    JSON.stringify({ ...good, events: (good.events as Record<string, unknown>[]).map(change) });

  it.each([
    [
      'too many events',
      JSON.stringify({ ...good, events: Array.from({ length: traceLimits.events + 1 }, () => good.events[0]) }),
    ],
    ['a time that is none', withEvents((event) => ({ ...event, at: 1e300 }))],
    ['a name as long as a book', withEvents((event) => ({ ...event, actor: 'a'.repeat(10_000) }))],
    ['nothing but depth', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['more bytes than a trace has', ' '.repeat(traceLimits.bytes + 1)],
  ])('is refused for %s', (_, text) => expect(() => parseTrace(text)).toThrow(/^This file/));
});
