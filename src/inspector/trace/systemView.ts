import type { AnyActorRef, AnyMachineSnapshot, Snapshot } from 'xstate';
import { isRecord } from '../../contract/common/isRecord.ts';
import { stateValueText } from '../chart/stateValue.ts';
import { transitionKey } from '../chart/transitionKey.ts';
import { parentSession } from './actorRef.ts';
import { guardResultsOf, type GuardResult } from './guardResults.ts';
import { isMachineSnapshot, type RecordedEvent, type TraceRecorder } from './recorder.ts';
import { redact, type Json } from './redact.ts';
import type { Trace, TracedActor, TracedEvent } from './trace.ts';

/** An actor as the tree shows it. */
export interface ActorSummary {
  session: string;
  id: string;
  /** Session of the actor that started it; null for the root. */
  parent: string | null;
  /** Depth below the root. */
  depth: number;
  /** Id of its chart; null for a promise or a callback. */
  chart: string | null;
  status: Snapshot<unknown>['status'];
  /** Its state, as text and as a state value; the value is null for an actor without a chart. */
  stateText: string;
  value: unknown;
  /** Increases with every transition, so that changes can be highlighted. */
  movedSeq: number | null;
}

/** An event as the log shows it; its payload is fetched on demand. */
export interface EventSummary {
  seq: number;
  at: number;
  session: string;
  actor: string;
  chart: string | null;
  /** Name of the actor that sent it, if there is one. */
  from: string | null;
  type: string;
  /** The actor's state after it, as text and as a state value; the value is null for an actor without a chart. */
  stateText: string;
  value: unknown;
  transitions: readonly string[];
}

export interface RunningTimer {
  /** The event when it elapses. */
  name: string;
  delayMs: number;
  endsAt: number;
}

interface PendingCall {
  session: string;
  id: string;
  since: number | null;
  input: Json;
}

/** The last event that caused a transition of an actor. */
export interface LastTransition {
  seq: number;
  at: number;
  type: string;
  keys: readonly string[];
}

/** A context: at the current step, before the trace began, or unknown. */
export type ContextKnowledge = 'current' | 'before' | 'none';

/** Details of one actor, all without secrets. */
export interface ActorDetails {
  actor: ActorSummary;
  /** The chart's state value; null for actors that are no chart. */
  value: unknown;
  moved: LastTransition | null;
  /** Computed on demand. */
  context(): Json;
  contextKnown: ContextKnowledge;
  /** The context changes of the current event, by key, with the previous value; null for a new key. */
  changed: readonly { key: string; before: Json }[];
  /** By transition, its guard's result now; null in a trace, where guards cannot run. */
  guardResults: ReadonlyMap<string, GuardResult> | null;
  /** Null where they were not recorded. */
  timers: readonly RunningTimer[] | null;
  calls: readonly PendingCall[];
}

/** An actor system at one time, running or recorded. */
export interface SystemView {
  /** Parents before children. */
  actors: readonly ActorSummary[];
  events: readonly EventSummary[];
  look(session: string): ActorDetails | null;
  /** The payload of an event, without secrets. */
  payload(seq: number): Json;
}

const chartOf = (snapshot: Snapshot<unknown>): string | null =>
  isMachineSnapshot(snapshot) ? snapshot.machine.id : null;

const childrenOf = (snapshot: Snapshot<unknown>): AnyActorRef[] =>
  isMachineSnapshot(snapshot)
    ? Object.values(snapshot.children as Record<string, AnyActorRef | undefined>).filter((child) => child !== undefined)
    : [];

const stateTextOf = (snapshot: Snapshot<unknown>): string =>
  isMachineSnapshot(snapshot) ? stateValueText(snapshot.value) : snapshot.status === 'active' ? '' : snapshot.status;

function refsFrom(root: AnyActorRef): { ref: AnyActorRef; depth: number }[] {
  const walk = (ref: AnyActorRef, depth: number): { ref: AnyActorRef; depth: number }[] => [
    { ref, depth },
    ...childrenOf(ref.getSnapshot() as Snapshot<unknown>).flatMap((child) => walk(child, depth + 1)),
  ];
  return walk(root, 0);
}

/** Every running actor below a root, and the root, parents before children. */
export const actorRefsOf = (root: AnyActorRef): AnyActorRef[] => refsFrom(root).map(({ ref }) => ref);

/** The machine of a chart, if an actor of it is running. */
export const machineOf = (root: AnyActorRef, chart: string): AnyMachineSnapshot['machine'] | null => {
  for (const { ref } of refsFrom(root)) {
    const snapshot = ref.getSnapshot() as Snapshot<unknown>;
    if (isMachineSnapshot(snapshot) && snapshot.machine.id === chart)
      return snapshot.machine as AnyMachineSnapshot['machine'];
  }
  return null;
};

/** XState's internal list of the timers in a system. */
// oxlint-disable-next-line no-underscore-dangle -- XState has no public name for it
const scheduledIn = (root: AnyActorRef) => Object.values(root.system.getSnapshot()._scheduledEvents);

/** Whether any timer is running, so that countdowns must be updated. */
export const hasTimers = (root: AnyActorRef): boolean => scheduledIn(root).length > 0;

const afterEvent = /^xstate\.after\.([^.]+)\./;

/** The name of a delay, or the event that is sent after it. */
const timerName = (type: string): string =>
  type.startsWith('xstate.after.') ? `after ${afterEvent.exec(type)?.[1] ?? ''}` : type;

/** The running timers of one actor, the next one first. */
export const timersOf = (root: AnyActorRef, session: string): RunningTimer[] =>
  scheduledIn(root)
    .filter(({ source }) => (source as AnyActorRef).sessionId === session)
    .map(({ event, delay, startedAt }) => ({ name: timerName(event.type), delayMs: delay, endsAt: startedAt + delay }))
    .toSorted((a, b) => a.endsAt - b.endsAt);

function callsOf(snapshot: Snapshot<unknown>, recorder: TraceRecorder): PendingCall[] {
  return childrenOf(snapshot).flatMap((child): PendingCall[] => {
    const state = child.getSnapshot() as Snapshot<unknown>;
    if (isMachineSnapshot(state) || state.status !== 'active') return [];
    const input: unknown = 'input' in state ? state.input : undefined;
    return [{ session: child.sessionId, id: child.id, since: recorder.bornAt(child.sessionId), input: redact(input) }];
  });
}

/** The id of every page's actor. */
export const pageActor = 'flow';

/** What the tree and the log call an actor: its id says nothing where every page has the same. */
export const actorName = ({ id, chart }: Pick<ActorSummary, 'id' | 'chart'>): string =>
  id === pageActor ? (chart ?? id) : id;

/** The root's id is its session's: it has the name of its chart. */
const liveId = ({ id, sessionId }: AnyActorRef, chart: string | null): string =>
  id === sessionId ? (chart ?? id) : id;
const tracedId = ({ id, parent, machine }: TracedActor): string => (parent === null ? (machine ?? id) : id);

const eventSummary = ({ seq, at, ref, from, event, snapshot, transitions }: RecordedEvent): EventSummary => ({
  seq,
  at,
  session: ref.sessionId,
  actor: actorName({ id: liveId(ref, chartOf(snapshot)), chart: chartOf(snapshot) }),
  chart: chartOf(snapshot),
  from,
  type: event.type,
  stateText: stateTextOf(snapshot),
  value: isMachineSnapshot(snapshot) ? snapshot.value : null,
  transitions: transitions.map(transitionKey),
});

/** A row of the log never changes, and is read ten times a second. */
const rows = new WeakMap<RecordedEvent, EventSummary>();
function rowOf(recorded: RecordedEvent): EventSummary {
  const known = rows.get(recorded);
  if (known) return known;
  const row = eventSummary(recorded);
  rows.set(recorded, row);
  return row;
}

const liveActor = ({ ref, depth }: { ref: AnyActorRef; depth: number }, recorder: TraceRecorder): ActorSummary => {
  const snapshot = ref.getSnapshot() as Snapshot<unknown>;
  const chart = chartOf(snapshot);
  return {
    session: ref.sessionId,
    id: liveId(ref, chart),
    parent: parentSession(ref),
    depth,
    chart,
    status: snapshot.status,
    stateText: stateTextOf(snapshot),
    value: isMachineSnapshot(snapshot) ? snapshot.value : null,
    movedSeq: recorder.movedBy(ref.sessionId)?.seq ?? null,
  };
};

/** The running actors, parents before children. */
export const liveActors = (root: AnyActorRef, recorder: TraceRecorder): ActorSummary[] =>
  refsFrom(root).map((found) => liveActor(found, recorder));

/** The running system as it is now. */
export function liveView(root: AnyActorRef, recorder: TraceRecorder): SystemView {
  const refs = refsFrom(root);
  const kept = recorder.kept();
  return {
    actors: refs.map((found) => liveActor(found, recorder)),
    events: kept.map(rowOf),
    payload: (seq) => redact(kept.find((recorded) => recorded.seq === seq)?.event),
    look(session) {
      const found = refs.find(({ ref }) => ref.sessionId === session);
      if (!found) return null;
      const snapshot = found.ref.getSnapshot() as Snapshot<unknown>;
      const isChart = isMachineSnapshot(snapshot);
      const moved = recorder.movedBy(session);
      return {
        actor: liveActor(found, recorder),
        value: isChart ? snapshot.value : null,
        moved: moved && {
          seq: moved.seq,
          at: moved.at,
          type: moved.event.type,
          keys: moved.transitions.map(transitionKey),
        },
        context: () =>
          isChart ? redact(snapshot.context) : redact('input' in snapshot ? { input: snapshot.input } : null),
        contextKnown: 'current',
        changed: [],
        guardResults: isChart ? guardResultsOf(snapshot) : null,
        timers: timersOf(root, session),
        calls: callsOf(snapshot, recorder),
      };
    },
  };
}

const endings = new Set<ActorSummary['status']>(['done', 'error', 'stopped']);

const tracedRows = new WeakMap<TracedEvent, EventSummary>();
/** Cached per trace: every step reads the same rows again. */
function tracedRow(event: TracedEvent, actor: TracedActor | undefined): EventSummary {
  const known = tracedRows.get(event);
  if (known) return known;
  const row: EventSummary = {
    seq: event.seq,
    at: event.at,
    session: event.actor,
    actor: actor ? actorName({ id: tracedId(actor), chart: actor.machine }) : event.actor,
    chart: actor?.machine ?? null,
    from: event.from,
    type: event.event.type,
    stateText: stateValueText(event.after.value),
    value: event.after.value,
    transitions: event.transitions,
  };
  tracedRows.set(event, row);
  return row;
}

/** A context with all later changes, the oldest change first. */
export function contextAfter(start: Json | undefined, changes: readonly TracedEvent[]): Json {
  const context = new Map<string, Json>(isRecord(start) ? Object.entries(start as Readonly<Record<string, Json>>) : []);
  for (const { changed } of changes) for (const [key, value] of Object.entries(changed ?? {})) context.set(key, value);
  return Object.fromEntries(context);
}

const changesIn = ({ changed = {} }: TracedEvent, before: Json): { key: string; before: Json }[] => {
  const known = redact(before) as Readonly<Record<string, Json>>;
  return Object.keys(changed).map((key) => ({ key, before: known[key] ?? null }));
};

const startedTimer = /^time (.+) in (-?[\d.]+) ms$/;
const cancelledTimer = /^cancel (.+)$/;

/** The timers after an actor's events, from its effects (`effects.ts`). */
function timersAfter(events: readonly TracedEvent[], now: number): RunningTimer[] {
  const timers = new Map<string, RunningTimer>();
  for (const { at, event, did = [] } of events) {
    timers.delete(event.type);
    for (const effect of did) {
      const [, id, delay] = startedTimer.exec(effect) ?? [];
      if (id !== undefined) timers.set(id, { name: timerName(id), delayMs: Number(delay), endsAt: at + Number(delay) });
      else timers.delete(cancelledTimer.exec(effect)?.[1] ?? '');
    }
  }
  return [...timers.values()].filter(({ endsAt }) => endsAt >= now).toSorted((a, b) => a.endsAt - b.endsAt);
}

/** A recorded system after the event at `step`; before the first with -1. */
export function viewOfTrace(trace: Trace, step: number): SystemView {
  const bySession = new Map(trace.actors.map((actor) => [actor.session, actor]));
  const firstOf = new Map<string, number>();
  for (const [index, { actor }] of trace.events.entries()) if (!firstOf.has(actor)) firstOf.set(actor, index);
  const past = trace.events.slice(0, step + 1);
  const last = new Map<string, TracedEvent>();
  const movedAt = new Map<string, TracedEvent>();
  for (const event of past) {
    last.set(event.actor, event);
    if (event.transitions.length > 0) movedAt.set(event.actor, event);
  }

  const tracedStateAt = (actor: TracedActor): { status: ActorSummary['status']; value: Json } | null =>
    last.get(actor.session)?.after ?? actor.start;
  const depthOf = (actor: TracedActor): number => {
    let depth = 0;
    const seen = new Set([actor.session]);
    for (let at = actor.parent; at !== null && bySession.has(at) && !seen.has(at); at = bySession.get(at)!.parent) {
      seen.add(at);
      depth += 1;
    }
    return depth;
  };
  const isThere = (actor: TracedActor): boolean => {
    const tracedState = tracedStateAt(actor);
    // An actor without events in the trace existed all the time.
    if (!tracedState) return !firstOf.has(actor.session);
    return !endings.has(tracedState.status) || last.get(actor.session) === past.at(-1);
  };
  // A child is reported before its parent has reached its initial state.
  const present = new Set(trace.actors.filter(isThere).map(({ session }) => session));
  for (const session of last.keys()) {
    if (!present.has(session)) continue;
    for (
      let at = bySession.get(session)?.parent ?? null;
      at !== null && bySession.has(at) && !present.has(at);
      at = bySession.get(at)!.parent
    )
      present.add(at);
  }
  const actorSummary = (actor: TracedActor): ActorSummary => {
    const tracedState = tracedStateAt(actor);
    return {
      session: actor.session,
      id: tracedId(actor),
      parent: actor.parent,
      depth: depthOf(actor),
      chart: actor.machine,
      status: tracedState?.status ?? 'active',
      stateText: stateValueText(tracedState?.value),
      value: tracedState?.value ?? null,
      movedSeq: movedAt.get(actor.session)?.seq ?? null,
    };
  };
  const childrenOfSession = Map.groupBy(
    trace.actors.filter(({ session }) => present.has(session)),
    ({ parent }) => (parent !== null && bySession.has(parent) ? parent : null),
  );
  const ordered: TracedActor[] = [];
  const seen = new Set<string>();
  const visit = (session: string | null): void => {
    for (const actor of childrenOfSession.get(session) ?? []) {
      if (seen.has(actor.session)) continue;
      seen.add(actor.session);
      ordered.push(actor);
      visit(actor.session);
    }
  };
  visit(null);

  // Older versions recorded none, and a shortened trace has none.
  const hasContexts = trace.events.some(({ changed }) => changed !== undefined);
  const hasEffects = trace.events.some(({ did }) => did !== undefined);
  const givenTo = (session: string): { at: number; input: Json } | null => {
    const first = trace.events[firstOf.get(session) ?? -1];
    return first?.event.type === 'xstate.init' ? { at: first.at, input: redact(first.event['input']) } : null;
  };
  const callsOfSession = (session: string): PendingCall[] =>
    (childrenOfSession.get(session) ?? [])
      .filter((actor) => actor.machine === null && !endings.has(tracedStateAt(actor)?.status ?? 'active'))
      .map((actor) => {
        const given = givenTo(actor.session);
        return { session: actor.session, id: actor.id, since: given?.at ?? null, input: given?.input ?? null };
      });

  return {
    actors: ordered.map(actorSummary),
    events: trace.events.map((event) => tracedRow(event, bySession.get(event.actor))),
    // A file may hold anything: it is bounded and checked for secrets like a recording.
    payload: (seq) => redact(trace.events.find((event) => event.seq === seq)?.event),
    look(session) {
      const actor = bySession.get(session);
      if (!actor) return null;
      const moved = movedAt.get(session);
      const tracedState = tracedStateAt(actor);
      const own = past.filter((event) => event.actor === session);
      const current = past.at(-1);
      return {
        actor: actorSummary(actor),
        value: tracedState?.value ?? null,
        moved: moved ? { seq: moved.seq, at: moved.at, type: moved.event.type, keys: moved.transitions } : null,
        context: () =>
          actor.machine === null
            ? { input: givenTo(session)?.input ?? null }
            : redact(contextAfter(actor.start?.context, own)),
        contextKnown: hasContexts || actor.machine === null ? 'current' : actor.start ? 'before' : 'none',
        changed:
          current?.actor === session ? changesIn(current, contextAfter(actor.start?.context, own.slice(0, -1))) : [],
        guardResults: null,
        timers: hasEffects ? timersAfter(own, current?.at ?? 0) : null,
        calls: callsOfSession(session),
      };
    },
  };
}
