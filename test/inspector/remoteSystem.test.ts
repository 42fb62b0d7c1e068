import { describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { createTraceRecorder, tracedActor, tracedEvent } from '../../src/inspector/trace/recorder.ts';
import { createRemoteSystem, inspectionKey, type InspectionMessage } from '../../src/inspector/trace/remoteSystem.ts';
import { redacted } from '../../src/inspector/trace/secrets.ts';
import { parseTrace } from '../../src/inspector/trace/trace.ts';
import { traceLimits } from '../../src/inspector/trace/traceLimits.ts';
import { inspected } from '../fixtures/inspected.ts';

const message = (inspection: InspectionMessage) => ({
  type: '@xstate.snapshot',
  _version: '1',
  sessionId: 'x',
  snapshot: { status: 'active', [inspectionKey]: inspection },
});

/** What another window has been told of the gate, as its own page tells it. */
function told({ capacity }: { capacity?: number } = {}) {
  const gate = inspected();
  const system = createRemoteSystem({ now: () => 7, ...(capacity !== undefined && { capacity }) });
  const { version, actors, events } = gate.recorder.take();
  for (const [index, actor] of actors.entries())
    system.receive(message({ actor, ...(index === 0 && { begins: version }) }));
  for (const event of events) system.receive(message({ event }));
  return { ...gate, system, version };
}

const timer = { name: 'after draught', delayMs: 60_000, endsAt: 1_700_000_060_000 };

describe('an actor system of which another window tells', () => {
  it('is seen as its own window sees it', () => {
    const { system, source, root } = told();
    const [there, here] = [source.view(), system.view()];
    expect(here.actors).toEqual(there.actors);
    expect(here.events.map(({ type, stateText }) => [type, stateText])).toEqual(
      there.events.map(({ type, stateText }) => [type, stateText]),
    );
    const [original, look] = [there.look(root.sessionId)!, here.look(root.sessionId)!];
    expect(look.value).toEqual(original.value);
    expect(look.context()).toEqual(original.context());
    expect(look.moved).toEqual(original.moved);
    expect(look.calls).toEqual(original.calls);
    // Guards can be asked in their own window only.
    expect(look.guardResults).toBeNull();
  });

  it('goes on with what happens, the timers among it', () => {
    const { system, root, recorder } = told();
    root.send({ type: 'xstate.done.actor.keeper', output: true, actorId: 'keeper' } as never);
    const before = system.count();
    for (const recorded of recorder.kept().slice(-2))
      system.receive(
        message({ event: tracedEvent(recorded), ...(recorded.ref === (root as AnyActorRef) && { timers: [timer] }) }),
      );
    expect(system.count()).toBeGreaterThan(before);
    expect(system.view().look(root.sessionId)).toMatchObject({ value: { open: 'ajar' }, timers: [timer] });
    expect(system.hasTimers()).toBe(true);
    expect(system.actors().map(({ id }) => id)).toContain('gate');
  });

  it('holds no more than the last events, and still knows where everybody stood before them', () => {
    const { system, root, recorder, version } = told({ capacity: 5 });
    for (let count = 0; count < 20; count += 1) {
      root.send({ type: 'gate.knocked' });
      system.receive(message({ event: tracedEvent(recorder.last()!) }));
    }
    const trace = parseTrace(JSON.stringify(system.take()));
    expect(trace).toMatchObject({ version, takenAt: 7 });
    expect(trace.events).toHaveLength(5);
    expect(trace.actors.find(({ machine }) => machine === 'gate')?.start).toMatchObject({
      value: 'asking',
      context: { knocks: 1, password: redacted },
      children: ['keeper'],
    });
    expect(system.view().look(root.sessionId)!.context()).toEqual({ knocks: 1, password: redacted });
  });

  it('begins anew when the other window does', () => {
    const { system } = told();
    const { root, recorder } = inspected();
    const actor = tracedActor(root as AnyActorRef, null);
    system.receive(message({ begins: '2', actor }));
    expect(system.take()).toMatchObject({ version: '2', actors: [actor], events: [] });
    system.receive(message({ event: tracedEvent(recorder.kept()[0]!) }));
    expect(system.actors()).toHaveLength(1);
  });

  const circle: Record<string, unknown> = {};
  circle['snapshot'] = { [inspectionKey]: circle };
  const odd: readonly unknown[] = [
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { snapshot: null },
    { snapshot: { [inspectionKey]: 'x' } },
    circle,
    { snapshot: { [inspectionKey]: { event: 10n } } },
    message({ actor: { session: 7 } } as never),
    message({ event: { seq: 'x' } } as never),
    message({ timers: Array.from({ length: 10_000 }, () => timer) }),
    message({ begins: 'a'.repeat(traceLimits.nameLength + 1) }),
    message({ actor: { session: 'a'.repeat(1_000_000), id: '', parent: null, machine: null, start: null } }),
    JSON.parse('{"snapshot":{"__proto__":{"basechart":{}},"constructor":1}}'),
  ];

  it('takes nothing from messages that are something else', () => {
    const { system, root } = told();
    const before = JSON.stringify(system.take());
    for (const one of odd) expect(system.receive(one)).toBeNull();
    expect(JSON.stringify(system.take())).toBe(before);
    expect(system.view().look(root.sessionId)).not.toBeNull();
  });

  it('knows nothing of events of actors that nobody has introduced, and of more actors than there can be', () => {
    const { system, recorder } = told();
    const event = tracedEvent(recorder.last()!);
    expect(system.receive(message({ event: { ...event, actor: 'nobody' } }))).toBeNull();
    const {
      actors: [actor],
    } = system.take();
    for (let count = 0; count < traceLimits.actors + 100; count += 1)
      system.receive(message({ actor: { ...actor!, session: `s${count}` } }));
    expect(system.take().actors).toHaveLength(traceLimits.actors);
  });

  it('survives actors that are their own parents', () => {
    const recorder = createTraceRecorder({ now: () => 1, version: '1' });
    expect(recorder.last()).toBeNull();
    const { system } = told();
    const {
      actors: [actor],
    } = system.take();
    for (const [session, parent] of [
      ['a', 'b'],
      ['b', 'a'],
    ])
      system.receive(message({ actor: { ...actor!, session: session!, parent: parent! } }));
    expect(system.actors().map(({ session }) => session)).not.toContain('a');
  });
});
