import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent, Snapshot } from 'xstate';
import { takenIn, transitionKey } from '../machines/chart/statechart.ts';
import { parentSession } from './actorRef.ts';
import { marker, redact, type Json } from './redact.ts';
import { traceLimits, type Trace, type TracedActor, type TracedEvent, type TracedPlace } from './trace.ts';

/** Events kept (issue "Flows you can see"). */
const defaultCapacity = 500;

/** One event of one actor, by reference. */
export interface RecordedEvent {
  seq: number;
  at: number;
  ref: AnyActorRef;
  from: string | null;
  event: AnyEventObject;
  /** Where the actor stood; null when this is its birth. */
  before: Snapshot<unknown> | null;
  snapshot: Snapshot<unknown>;
  transitions: readonly AnyTransitionDefinition[];
}

interface Actor {
  ref: AnyActorRef;
  /** Where it stood after its newest event. */
  last: Snapshot<unknown>;
  kept: number;
  ended: boolean;
  bornAt: number;
  /** The last event that made it take a transition. */
  moved: RecordedEvent | null;
}

export interface TraceRecorder {
  /** To be passed as `inspect` when the root actor is created. Keeps references only: nothing is copied until `take`. */
  observe(event: InspectionEvent): void;
  /** The kept events as data without secrets; `newest` of them alone, or without what they changed in contexts, where that would be too much. */
  take(what?: { newest?: number; contexts?: boolean }): Trace;
  clear(): void;
  /** How many events there have been: whoever watches asks again when it has grown. */
  count(): number;
  /** The kept events, the oldest first, as they are: secrets included. */
  kept(): readonly RecordedEvent[];
  /** The newest event; null before the first. */
  last(): RecordedEvent | null;
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

/**
 * What an event changed in the context of its actor, without secrets: contexts share what stays as it was, so that the keys
 * whose values are others are all there is to tell.
 */
function changesOf(before: Snapshot<unknown> | null, after: Snapshot<unknown>): Readonly<Record<string, Json>> | null {
  if (!isMachineSnapshot(after)) return null;
  const context = after.context as Readonly<Record<string, unknown>>;
  const known: Readonly<Record<string, unknown>> = before && isMachineSnapshot(before) ? before.context : {};
  const changed = Object.keys(context).filter((key) => known[key] !== context[key]);
  return changed.length === 0 ? null : redact(context, new Set(changed)) as Readonly<Record<string, Json>>;
}

/** A recorded event as data without secrets, with what it changed. */
export function tracedEvent({ seq, at, ref, from, event, before, snapshot, transitions }: RecordedEvent, contexts = true): TracedEvent {
  const changed = contexts ? changesOf(before, snapshot) : null;
  return {
    seq, at, actor: ref.sessionId, from,
    event: redact(event) as TracedEvent['event'],
    after: placeOf(snapshot),
    transitions: transitions.map(transitionKey),
    ...(changed && { changed }),
  };
}

/** Who an actor is, as data without secrets; `start` is where it stood before what is told of it, null for one that was not born yet. */
export function tracedActor(ref: AnyActorRef, start: Snapshot<unknown> | null): TracedActor {
  const known = start ?? ref.getSnapshot() as Snapshot<unknown>;
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
}

/** Leaves out what events carried and changed where it is too long, and all once there is too much of it; the newest is the last to go. */
export function withinLimits(events: readonly TracedEvent[]): TracedEvent[] {
  let carried: number = traceLimits.carried;
  let left: number = traceLimits.changes;
  return events.toReversed().map((whole) => {
    const { length: weight } = JSON.stringify(whole.event);
    carried -= Math.min(carried, weight);
    const event = carried > 0 ? whole : { ...whole, event: { type: whole.event.type, [marker.omitted]: weight } };
    if (!event.changed) return event;
    const entries = Object.entries(event.changed).map(([key, value]): [string, Json] => {
      const { length } = JSON.stringify(value);
      if (length > Math.min(left, traceLimits.change)) return [key, { [marker.omitted]: length }];
      left -= length;
      return [key, value];
    });
    return { ...event, changed: Object.fromEntries(entries) };
  }).toReversed();
}

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
    actor.kept -= 1;
    if (actor.ended && actor.kept === 0) actors.delete(slot.ref.sessionId);
  };

  const keep = (ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot<unknown>): void => {
    const at = seq % capacity;
    forgetOldest(slots[at]);
    const time = now();
    const known = actors.get(ref.sessionId);
    const actor = known ?? { ref, last: snapshot, kept: 0, ended: false, bornAt: time, moved: null };
    const before = known?.last ?? null;
    actors.set(ref.sessionId, actor);
    actor.last = snapshot;
    actor.kept += 1;
    if (snapshot.status !== 'active') actor.ended = true;
    const transitions = steps.get(ref.sessionId) ?? [];
    const recorded: RecordedEvent = { seq, at: time, ref, from: senders.get(event) ?? null, event, before, snapshot, transitions };
    slots[at] = recorded;
    if (transitions.length > 0) actor.moved = recorded;
    steps.delete(ref.sessionId);
    seq += 1;
  };

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
    last: () => slots[(seq - 1) % capacity] ?? null,
    take({ newest = capacity, contexts = true } = {}) {
      const events = newest > 0 ? inOrder().slice(-newest) : [];
      const first = new Map<string, RecordedEvent>();
      for (const event of events) if (!first.has(event.ref.sessionId)) first.set(event.ref.sessionId, event);
      const there = [...actors.values()].filter(({ ref, ended }) => !ended || first.has(ref.sessionId));
      return {
        format: 'basechart-trace-1', version, takenAt: now(),
        actors: there.map(({ ref, last }) => {
          const oldest = first.get(ref.sessionId);
          return tracedActor(ref, oldest ? oldest.before : last);
        }),
        events: withinLimits(events.map((event) => tracedEvent(event, contexts))),
      };
    },
    clear() {
      slots.fill(undefined);
      for (const [session, actor] of actors) {
        actor.kept = 0;
        if (actor.ended) actors.delete(session);
      }
    },
  };
}
