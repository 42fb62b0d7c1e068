import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent, Snapshot } from 'xstate';
import { takenIn, transitionKey } from '../machines/chart/statechart.ts';
import { parentSession } from './actorRef.ts';
import { redact, type Json } from './redact.ts';
import type { Trace, TracedActor, TracedEvent, TracedPlace } from './trace.ts';

/** Events kept (issue "Flows you can see"). */
const defaultCapacity = 500;

/** One event of one actor, by reference. */
export interface RecordedEvent {
  seq: number;
  at: number;
  ref: AnyActorRef;
  from: string | null;
  event: AnyEventObject;
  snapshot: Snapshot<unknown>;
  transitions: readonly AnyTransitionDefinition[];
}

interface Actor {
  ref: AnyActorRef;
  /** Where it stood before its oldest kept event; null when that event is its birth. */
  start: Snapshot<unknown> | null;
  kept: number;
  ended: boolean;
  bornAt: number;
  /** The last event that made it take a transition. */
  moved: RecordedEvent | null;
}

export interface TraceRecorder {
  /** To be passed as `inspect` when the root actor is created. Keeps references only: nothing is copied until `take`. */
  observe(event: InspectionEvent): void;
  /** The kept events as data without secrets. */
  take(): Trace;
  clear(): void;
  /** How many events there have been: whoever watches asks again when it has grown. */
  count(): number;
  /** The kept events, the oldest first, as they are: secrets included. */
  kept(): readonly RecordedEvent[];
  /** The last event that made an actor take a transition, however long ago. */
  movedBy(session: string): RecordedEvent | null;
  /** When an actor was first heard of; null for one that never was. */
  bornAt(session: string): number | null;
}

export const isMachineSnapshot = (snapshot: Snapshot<unknown>): snapshot is AnyMachineSnapshot => 'machine' in snapshot;

const placeOf = (snapshot: Snapshot<unknown>): TracedPlace => ({
  status: snapshot.status,
  // Names of states are no secrets, whatever they are called.
  value: isMachineSnapshot(snapshot) ? (snapshot.value as Json) : null,
});

/** A ring buffer over everything that happens in an actor system. `now` gives milliseconds since 1970. */
export function createTraceRecorder({ now, version, capacity = defaultCapacity }: { now: () => number; version: string; capacity?: number }): TraceRecorder {
  const slots: (RecordedEvent | undefined)[] = Array.from({ length: capacity });
  const actors = new Map<string, Actor>();
  const senders = new WeakMap<AnyEventObject, string>();
  /** Transitions of the step under way, by session: XState announces them before the snapshot they lead to. */
  const steps = new Map<string, AnyTransitionDefinition[]>();
  let seq = 0;

  const forgetOldest = (slot: RecordedEvent | undefined): void => {
    if (!slot) return;
    const actor = actors.get(slot.ref.sessionId);
    if (!actor) return;
    actor.start = slot.snapshot;
    actor.kept -= 1;
    if (actor.ended && actor.kept === 0) actors.delete(slot.ref.sessionId);
  };

  const keep = (ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot<unknown>): void => {
    const at = seq % capacity;
    forgetOldest(slots[at]);
    const time = now();
    const actor = actors.get(ref.sessionId) ?? { ref, start: null, kept: 0, ended: false, bornAt: time, moved: null };
    actors.set(ref.sessionId, actor);
    actor.kept += 1;
    if (snapshot.status !== 'active') actor.ended = true;
    const transitions = steps.get(ref.sessionId) ?? [];
    const recorded: RecordedEvent = { seq, at: time, ref, from: senders.get(event) ?? null, event, snapshot, transitions };
    slots[at] = recorded;
    if (transitions.length > 0) actor.moved = recorded;
    steps.delete(ref.sessionId);
    seq += 1;
  };

  const tracedActor = ({ ref, start }: Actor): TracedActor => {
    const known = start ?? ref.getSnapshot();
    return {
      session: ref.sessionId,
      id: ref.id,
      parent: parentSession(ref),
      machine: isMachineSnapshot(known) ? known.machine.id : null,
      start: start && {
        ...placeOf(start),
        context: isMachineSnapshot(start) ? redact(start.context) : null,
        children: isMachineSnapshot(start) ? Object.keys(start.children) : [],
      },
    };
  };

  const tracedEvent = ({ seq: number, at, ref, from, event, snapshot, transitions }: RecordedEvent): TracedEvent => ({
    seq: number, at, actor: ref.sessionId, from,
    event: redact(event) as TracedEvent['event'],
    after: placeOf(snapshot),
    transitions: transitions.map(transitionKey),
  });

  const inOrder = (): RecordedEvent[] => {
    const oldest = seq % capacity;
    return [...slots.slice(oldest), ...slots.slice(0, oldest)].filter((slot) => slot !== undefined);
  };

  return {
    count: () => seq,
    kept: inOrder,
    movedBy: (session) => actors.get(session)?.moved ?? null,
    bornAt: (session) => actors.get(session)?.bornAt ?? null,
    observe(inspected) {
      switch (inspected.type) {
        case '@xstate.event':
          if (inspected.sourceRef) senders.set(inspected.event, (inspected.sourceRef as AnyActorRef).sessionId);
          break;
        case '@xstate.microstep': {
          const { sessionId } = inspected.actorRef as AnyActorRef;
          const taken = steps.get(sessionId);
          if (taken) taken.push(...takenIn(inspected));
          else steps.set(sessionId, [...takenIn(inspected)]);
          break;
        }
        case '@xstate.snapshot':
          keep(inspected.actorRef as AnyActorRef, inspected.event, inspected.snapshot);
          break;
      }
    },
    take() {
      return {
        format: 'basechart-trace-1', version, takenAt: now(),
        actors: [...actors.values()].map(tracedActor),
        events: inOrder().map(tracedEvent),
      };
    },
    clear() {
      for (const { snapshot, ref } of inOrder()) {
        const actor = actors.get(ref.sessionId);
        if (actor) actor.start = snapshot;
      }
      slots.fill(undefined);
      for (const [session, actor] of actors) {
        actor.kept = 0;
        if (actor.ended) actors.delete(session);
      }
    },
  };
}
