import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  InspectionEvent,
  Snapshot,
} from 'xstate';
import { takenIn, transitionKey } from '../chart/transitionKey.ts';
import { parentSession } from './actorRef.ts';
import { effectOf, type TakenAction } from './effects.ts';
import { marker, redact, type Json } from './redact.ts';
import type { Trace, TracedActor, TracedEvent, TracedState } from './trace.ts';
import { traceLimits } from './traceLimits.ts';

/** Maximum number of recorded events. */
const defaultCapacity = 500;

/** One event of one actor, by reference. */
export interface RecordedEvent {
  seq: number;
  at: number;
  ref: AnyActorRef;
  from: string | null;
  event: AnyEventObject;
  /** The snapshot before; null when the event started the actor. */
  before: Snapshot<unknown> | null;
  snapshot: Snapshot<unknown>;
  transitions: readonly AnyTransitionDefinition[];
  actions: readonly TakenAction[];
}

/** What XState reports of a step before the resulting snapshot. */
interface Step {
  transitions: AnyTransitionDefinition[];
  actions: TakenAction[];
}

interface Actor {
  ref: AnyActorRef;
  /** The snapshot after its newest event. */
  last: Snapshot<unknown>;
  kept: number;
  ended: boolean;
  bornAt: number;
  /** The last event that caused a transition. */
  moved: RecordedEvent | null;
}

export interface TraceRecorder {
  /**
   * A recorder, passed as `inspect` when the root actor is created. It keeps references only: nothing is copied until
   * `take`.
   */
  observe(event: InspectionEvent): void;
  /**
   * The recorded events as data without secrets; only the `newest` ones, or without context changes, where the trace
   * would be too large.
   */
  take(what?: { newest?: number; contexts?: boolean }): Trace;
  /** Total number of events: an observer refreshes when it has increased. */
  count(): number;
  /** The recorded events, the oldest first, including secrets. */
  kept(): readonly RecordedEvent[];
  /** The newest event; null before the first. */
  last(): RecordedEvent | null;
  /** The last event that caused a transition of an actor, however long ago. */
  movedBy(session: string): RecordedEvent | null;
  /** When an actor was first recorded; null if it never was. */
  bornAt(session: string): number | null;
}

export const isMachineSnapshot = (snapshot: Snapshot<unknown>): snapshot is AnyMachineSnapshot => 'machine' in snapshot;

const tracedStateOf = (snapshot: Snapshot<unknown>): TracedState => ({
  status: snapshot.status,
  // Names of states are no secrets, whatever they are called.
  value: isMachineSnapshot(snapshot) ? (snapshot.value as Json) : null,
});

/**
 * The changes of an event to its actor's context, without secrets: contexts share unchanged values, so only keys with a
 * new value are compared.
 */
function changesOf(before: Snapshot<unknown> | null, after: Snapshot<unknown>): Readonly<Record<string, Json>> | null {
  if (!isMachineSnapshot(after)) return null;
  const context = after.context as Readonly<Record<string, unknown>>;
  const known: Readonly<Record<string, unknown>> = before && isMachineSnapshot(before) ? before.context : {};
  const changed = Object.keys(context).filter((key) => known[key] !== context[key]);
  return changed.length === 0 ? null : (redact(context, new Set(changed)) as Readonly<Record<string, Json>>);
}

/** A recorded event as data without secrets, with its changes. */
export function tracedEvent(
  { seq, at, ref, from, event, before, snapshot, transitions, actions }: RecordedEvent,
  contexts = true,
): TracedEvent {
  const changed = contexts ? changesOf(before, snapshot) : null;
  return {
    seq,
    at,
    actor: ref.sessionId,
    from,
    event: redact(event) as TracedEvent['event'],
    after: tracedStateOf(snapshot),
    transitions: transitions.map(transitionKey),
    did: actions.map((action) => effectOf(action, ref)).filter((effect) => effect !== null),
    ...(changed && { changed }),
  };
}

/** By history state, the ids of the states that it would restore. */
const historyOf = ({ historyValue }: AnyMachineSnapshot): Readonly<Record<string, string[]>> =>
  Object.fromEntries(Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]));

/**
 * An actor as data without secrets; `start` is its state before the first recorded event, null if the recording
 * contains its start.
 */
export function tracedActor(ref: AnyActorRef, start: Snapshot<unknown> | null): TracedActor {
  const known = start ?? (ref.getSnapshot() as Snapshot<unknown>);
  return {
    session: ref.sessionId,
    id: ref.id,
    parent: parentSession(ref),
    machine: isMachineSnapshot(known) ? known.machine.id : null,
    start: start && {
      ...tracedStateOf(start),
      context: isMachineSnapshot(start) ? redact(start.context) : null,
      children: isMachineSnapshot(start) ? Object.keys(start.children) : [],
      ...(isMachineSnapshot(start) && Object.keys(start.historyValue).length > 0 && { history: historyOf(start) }),
    },
  };
}

/**
 * Omits payloads and changes that are too long, and all of them once there are too many; the newest are omitted last.
 */
export function withinLimits(events: readonly TracedEvent[]): TracedEvent[] {
  let carried: number = traceLimits.carried;
  let left: number = traceLimits.changes;
  return events
    .toReversed()
    .map((whole) => {
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
    })
    .toReversed();
}

/** By session, the sent events that have no snapshot yet: the first is being processed. */
function createPendingEvents() {
  const queues = new Map<string, AnyEventObject[]>();
  return {
    first: (session: string): AnyEventObject | undefined => queues.get(session)?.[0],
    add(session: string, event: AnyEventObject): void {
      const queue = queues.get(session);
      if (queue) queue.push(event);
      else queues.set(session, [event]);
    },
    /** Removes an event that has its snapshot, and those before it. */
    settle(session: string, event: AnyEventObject): void {
      const queue = queues.get(session);
      const at = queue?.indexOf(event) ?? -1;
      if (at >= 0) queue!.splice(0, at + 1);
    },
    clear: (session: string) => queues.delete(session),
  };
}

/** The actors of a trace: those that are running, and those that took part in its events. */
function actorsIn(events: readonly RecordedEvent[], actors: Iterable<Actor>): TracedActor[] {
  const first = new Map<string, RecordedEvent>();
  for (const event of events) if (!first.has(event.ref.sessionId)) first.set(event.ref.sessionId, event);
  return [...actors]
    .filter(({ ref, ended }) => !ended || first.has(ref.sessionId))
    .map(({ ref, last }) => {
      const oldest = first.get(ref.sessionId);
      return tracedActor(ref, oldest ? oldest.before : last);
    });
}

const noStep: Step = { transitions: [], actions: [] };

/** By session, the current step. */
function createSteps() {
  const steps = new Map<string, Step>();
  return {
    of({ sessionId }: AnyActorRef): Step {
      const known = steps.get(sessionId);
      if (known) return known;
      const step: Step = { transitions: [], actions: [] };
      steps.set(sessionId, step);
      return step;
    },
    take(session: string): Step {
      const step = steps.get(session) ?? noStep;
      steps.delete(session);
      return step;
    },
  };
}

/** Drops the oldest event, and its actor if it has ended and has no other event. */
function evict(actors: Map<string, Actor>, slot: RecordedEvent | undefined): void {
  const actor = slot && actors.get(slot.ref.sessionId);
  if (!actor) return;
  actor.kept -= 1;
  if (actor.ended && actor.kept === 0) actors.delete(slot.ref.sessionId);
}

/** Content of a ring buffer, the oldest first. */
const unrolled = (slots: readonly (RecordedEvent | undefined)[], oldest: number): RecordedEvent[] =>
  [...slots.slice(oldest), ...slots.slice(0, oldest)].filter((slot) => slot !== undefined);

/** A ring buffer of all events in an actor system. `now` returns Unix time in milliseconds. */
export function createTraceRecorder({
  now,
  version,
  capacity = defaultCapacity,
}: {
  now: () => number;
  version: string;
  capacity?: number;
}): TraceRecorder {
  const slots: (RecordedEvent | undefined)[] = Array.from({ length: capacity });
  const actors = new Map<string, Actor>();
  const senders = new WeakMap<AnyEventObject, string>();
  const steps = createSteps();
  const pending = createPendingEvents();
  let seq = 0;

  const keep = (ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot<unknown>): void => {
    const at = seq % capacity;
    evict(actors, slots[at]);
    const time = now();
    const known = actors.get(ref.sessionId);
    const actor = known ?? { ref, last: snapshot, kept: 0, ended: false, bornAt: time, moved: null };
    const before = known?.last ?? null;
    actors.set(ref.sessionId, actor);
    actor.last = snapshot;
    actor.kept += 1;
    if (snapshot.status !== 'active') actor.ended = true;
    const step = steps.take(ref.sessionId);
    const recorded: RecordedEvent = {
      seq,
      at: time,
      ref,
      from: senders.get(event) ?? null,
      event,
      before,
      snapshot,
      ...step,
    };
    slots[at] = recorded;
    if (step.transitions.length > 0) actor.moved = recorded;
    if (actor.ended) pending.clear(ref.sessionId);
    seq += 1;
  };

  const wait = (ref: AnyActorRef, event: AnyEventObject): void => {
    if (actors.get(ref.sessionId)?.ended ?? event.type !== 'xstate.init') return;
    pending.add(ref.sessionId, event);
  };

  /** XState reports no snapshot of an actor that throws: the event that it was processing caused the error. */
  const noteBroken = (ref: AnyActorRef): void => {
    const event = pending.first(ref.sessionId);
    const snapshot = ref.getSnapshot() as Snapshot<unknown> | undefined;
    if (event && snapshot?.status === 'error') keep(ref, event, snapshot);
  };

  /** For the root actor, XState reports the error to no parent. */
  const noteAllBroken = (): void => {
    for (const { ref, ended } of actors.values()) if (!ended) noteBroken(ref);
  };

  const inOrder = () => unrolled(slots, seq % capacity);

  return {
    count: () => seq,
    kept() {
      noteAllBroken();
      return inOrder();
    },
    movedBy: (session) => actors.get(session)?.moved ?? null,
    bornAt: (session) => actors.get(session)?.bornAt ?? null,
    observe(inspected) {
      switch (inspected.type) {
        case '@xstate.event': {
          const source = inspected.sourceRef as AnyActorRef | undefined;
          if (source) {
            noteBroken(source);
            senders.set(inspected.event, source.sessionId);
          }
          wait(inspected.actorRef as AnyActorRef, inspected.event);
          break;
        }
        case '@xstate.microstep':
          steps.of(inspected.actorRef as AnyActorRef).transitions.push(...takenIn(inspected));
          break;
        case '@xstate.action':
          steps.of(inspected.actorRef as AnyActorRef).actions.push(inspected.action);
          break;
        case '@xstate.snapshot': {
          const ref = inspected.actorRef as AnyActorRef;
          // An actor that throws on start is reported once more, as if it had not.
          if (actors.get(ref.sessionId)?.ended) break;
          pending.settle(ref.sessionId, inspected.event);
          keep(ref, inspected.event, inspected.snapshot);
          break;
        }
      }
    },
    last: () => slots[(seq - 1) % capacity] ?? null,
    take({ newest = capacity, contexts = true } = {}) {
      noteAllBroken();
      const events = newest > 0 ? inOrder().slice(-newest) : [];
      return {
        format: 'basechart-trace-1',
        version,
        takenAt: now(),
        actors: actorsIn(events, actors.values()),
        events: withinLimits(events.map((event) => tracedEvent(event, contexts))),
      };
    },
  };
}
