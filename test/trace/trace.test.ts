import { assign, createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { redact, redacted } from '../../src/trace/redact.ts';
import { createTraceRecorder } from '../../src/trace/recorder.ts';
import { replayTrace } from '../../src/trace/replay.ts';
import { parseTrace } from '../../src/trace/trace.ts';

type DoorEvents = { type: 'door.opened'; by: string; password?: string } | { type: 'door.closed' };

const doorMachine = (closesTo: 'shut' | 'open') => setup({
  types: {
    input: {} as { now: () => number; parent: { send(event: { type: string }): void } },
    context: {} as { now: () => number; parent: { send(event: { type: string }): void }; openedAt: number; visitors: string[] },
    events: {} as DoorEvents,
  },
  actors: { ring: fromPromise<{ heard: boolean }>(() => Promise.resolve({ heard: true })) },
  delays: { patience: 1_000 },
  guards: { late: ({ context }) => context.now() - context.openedAt > 500 },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ now: input.now, parent: input.parent, openedAt: 0, visitors: [] }),
  initial: 'shut',
  states: {
    shut: { on: { 'door.opened': { target: 'ringing', actions: assign({ openedAt: ({ context }) => context.now(), visitors: ({ context, event }) => [...context.visitors, event.by] }) } } },
    ringing: { invoke: { id: 'ring', src: 'ring', onDone: { target: 'open' }, onError: { target: 'shut' } } },
    open: {
      after: { patience: { target: 'shut' } },
      on: { 'door.closed': [{ guard: 'late', target: 'slammed' }, { target: closesTo }] },
    },
    slammed: { on: { 'door.opened': { target: 'open' } } },
  },
});

async function recorded({ capacity = 500, rounds = 1 } = {}) {
  const clock = new SimulatedClock();
  const now = () => clock.now();
  const recorder = createTraceRecorder({ now, version: '1.2.3', capacity });
  const actor = createActor(doorMachine('shut'), { clock, input: { now, parent: { send() {} } }, inspect: recorder.observe }).start();
  for (let round = 0; round < rounds; round += 1) {
    const open = new Promise<void>((resolve) => {
      const { unsubscribe } = actor.subscribe((snapshot) => { if (snapshot.matches('open')) { unsubscribe(); resolve(); } });
    });
    actor.send({ type: 'door.opened', by: 'ada', password: 'canary-7' });
    await open;
    clock.increment(100);
    actor.send({ type: 'door.closed' });
  }
  return { recorder, actor, clock };
}

const machines = (closesTo: 'shut' | 'open') => new Map([['door', doorMachine(closesTo)]]);

describe('a trace', () => {
  it('holds every event with its sender, the state after it and the transitions taken', async () => {
    const { recorder } = await recorded();
    const trace = recorder.take();
    const door = trace.actors.find((actor) => actor.machine === 'door')!;
    expect(trace.events.filter((event) => event.actor === door.session).map((event) => [event.event.type, event.after.value])).toEqual([
      ['xstate.init', 'shut'], ['door.opened', 'ringing'], ['xstate.done.actor.ring', 'open'], ['door.closed', 'shut'],
    ]);
    const answer = trace.events.find((event) => event.event.type === 'xstate.done.actor.ring')!;
    expect(trace.actors.find((actor) => actor.session === answer.from)?.id).toBe('ring');
    expect(answer.transitions).toEqual(['door.ringing --xstate.done.actor.ring[0]--> door.open']);
  });

  it('carries no secret, and survives the way through a file', async () => {
    const { recorder } = await recorded();
    const file = JSON.stringify(recorder.take());
    expect(file).not.toContain('canary-7');
    expect(file).toContain(redacted);
    expect(parseTrace(file)).toEqual(recorder.take());
  });

  it('keeps only the newest events, and where each actor stood before them', async () => {
    const { recorder } = await recorded({ capacity: 3, rounds: 4 });
    const { events, actors } = recorder.take();
    expect(events).toHaveLength(3);
    expect(events.map((event) => event.seq)).toEqual([events[0]!.seq, events[0]!.seq + 1, events[0]!.seq + 2]);
    expect(actors.find((actor) => actor.machine === 'door')?.start?.value).toBeDefined();
    expect(actors.length).toBeLessThanOrEqual(3);
  });

  it('tells of contexts only what an event changed, and nothing that is too long', () => {
    const machine = setup({ types: { context: {} as { lines: string[]; name: string; field: string; value: string }, events: {} as { type: 'line.added' } | { type: 'name.given' } | { type: 'value.given' } } }).createMachine({
      id: 'page', context: { lines: [], name: '', field: 'password', value: '' },
      on: {
        'line.added': { actions: assign({ lines: ({ context }) => [...context.lines, 'a'.repeat(1_900)] }) },
        'name.given': { actions: assign({ name: 'Ada' }) },
        'value.given': { actions: assign({ value: 'canary-8' }) },
      },
    });
    const recorder = createTraceRecorder({ now: () => 1, version: '1.2.3' });
    const actor = createActor(machine, { inspect: recorder.observe }).start();
    actor.send({ type: 'name.given' });
    actor.send({ type: 'value.given' });
    for (let count = 0; count < 12; count += 1) actor.send({ type: 'line.added' });
    const { events } = recorder.take();
    expect(events[1]!.changed).toEqual({ name: 'Ada' });
    // A neighbour that did not change says what kind of value it is.
    expect(events[2]!.changed).toEqual({ value: redacted });
    expect(events[3]!.changed).toEqual({ lines: ['a'.repeat(1_900)] });
    expect(events.at(-1)!.changed).toEqual({ lines: { '«omitted»': 22_837 } });
    expect(recorder.take({ contexts: false }).events.some(({ changed }) => changed)).toBe(false);
  });

  it('can be cut to its newest events, and still knows where each actor stood before them', async () => {
    const { recorder } = await recorded({ rounds: 3 });
    const whole = recorder.take();
    const cut = recorder.take({ newest: 4 });
    expect(cut.events).toEqual(whole.events.slice(-4));
    expect(replayTrace(cut, machines('shut')).differences).toEqual([]);
    expect(replayTrace(cut, machines('shut')).steps.length).toBeGreaterThan(1);
  });

  it.each([['{', 'not JSON'], ['{}', 'no trace'], ['{"format":"basechart-trace-1","version":1}', 'version']])('says what is wrong with the file %s', (text, complaint) => {
    expect(() => parseTrace(text)).toThrow(complaint);
  });
});

describe('a replay', () => {
  it('finds no difference on the charts that made the trace', async () => {
    const { recorder } = await recorded({ rounds: 3 });
    const report = replayTrace(parseTrace(JSON.stringify(recorder.take())), machines('shut'));
    expect(report.differences).toEqual([]);
    expect(report.steps).toHaveLength(1 + 3 * 3);
  });

  it('follows an actor whose birth the trace no longer holds', async () => {
    const { recorder } = await recorded({ capacity: 5, rounds: 3 });
    const report = replayTrace(recorder.take(), machines('shut'));
    expect(report.differences).toEqual([]);
    expect(report.steps.length).toBeGreaterThan(1);
  });

  it('names the first step at which a changed chart goes another way', async () => {
    const { recorder } = await recorded({ rounds: 2 });
    const { differences } = replayTrace(recorder.take(), machines('open'));
    expect(differences).toHaveLength(1);
    expect(differences[0]!.step.event.event.type).toBe('door.closed');
    expect(differences[0]).toMatchObject({ recorded: { value: 'shut' }, replayed: { value: 'open' } });
  });

  it('tells recorded time to guards', async () => {
    const { recorder, actor, clock } = await recorded();
    actor.send({ type: 'door.opened', by: 'bob' });
    await new Promise<void>((resolve) => { actor.subscribe((snapshot) => { if (snapshot.matches('open')) resolve(); }); });
    clock.increment(600);
    actor.send({ type: 'door.closed' });
    expect(actor.getSnapshot().value).toBe('slammed');
    expect(replayTrace(recorder.take(), machines('shut')).differences).toEqual([]);
  });

  it('says which machines this build does not know', async () => {
    const { recorder } = await recorded();
    expect(replayTrace(recorder.take(), new Map()).unknownMachines).toEqual(['door']);
  });
});

describe('redact', () => {
  it.each([
    [{ password: 'x', db_pass: 'x', refresh_token: 'x', captchaToken: 'x', Authorization: 'x', service_role: 'x', apikey: 'x', secret: 'x' }],
    [{ code: '123456' }],
    [{ note: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x' }],
    [{ url: 'postgres://app:x@localhost/db' }],
    [{ href: '/verify?token_hash=x&type=signup' }],
    [{ nested: [{ deep: { access_token: 'x' } }] }],
    [{ type: 'field.changed', field: 'password', value: 'x' }],
    [{ type: 'field.changed', name: 'SMTP_PASS', value: 'x' }],
    [{ type: 'xstate.done.actor.generation', output: 'x', actorId: 'generation' }],
    [{ type: 'xstate.promise.resolve', data: 'x' }],
  ])('hides the secrets of %j', (value) => {
    const text = JSON.stringify(redact(value));
    expect(text).toContain(redacted);
    expect(text).not.toMatch(/"x"|:x@|=x&|123456|eyJ/);
  });

  it('keeps what makes an error readable', () => {
    expect(redact(Object.assign(new Error('gone'), { code: 'project_not_found', requestId: 'r1' })))
      .toEqual({ '«error»': { name: 'Error', message: 'gone', code: 'project_not_found', requestId: 'r1' } });
  });

  it('is bounded: long texts, long lists, deep and circular values', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(JSON.stringify(redact({ long: 'a'.repeat(1_000_000), list: Array.from({ length: 100_000 }, (_, i) => i), circle })).length).toBeLessThan(4_000);
  });
});
