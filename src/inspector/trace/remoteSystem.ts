import * as v from 'valibot';
import { withinLimits } from './recorder.ts';
import type { SystemViewSource } from './source.ts';
import { contextAfter, viewOfTrace, type SystemView, type RunningTimer } from './systemView.ts';
import { tracedActorSchema, tracedEventSchema, type Trace, type TracedActor, type TracedEvent } from './trace.ts';
import { traceLimits } from './traceLimits.ts';

/** Maximum number of events, as for this window’s own. */
const defaultCapacity = 500;
/** Maximum characters of one message. */
const messageLimit = 512 * 1024;

const nameSchema = v.pipe(v.string(), v.maxLength(traceLimits.nameLength));
const timersSchema = v.pipe(
  v.array(v.object({ name: nameSchema, delayMs: v.number(), endsAt: v.number() })),
  v.maxLength(100),
);

/**
 * Content of one message: an actor, or an event of one. The first message of a connection contains the version of the
 * sender.
 */
const inspectionMessageSchema = v.object({
  begins: v.optional(nameSchema),
  actor: v.optional(tracedActorSchema),
  event: v.optional(tracedEventSchema),
  /** The running timers of the message's actor. */
  timers: v.optional(timersSchema),
});
export type InspectionMessage = v.InferOutput<typeof inspectionMessageSchema>;

/**
 * Key of the snapshot in a message of `@statelyai/inspect` that holds our data, because its format has neither
 * transitions nor timers.
 */
export const inspectionKey = 'basechart';
const messageSchema = v.looseObject({ snapshot: v.looseObject({ [inspectionKey]: inspectionMessageSchema }) });

interface Known {
  actor: TracedActor;
  timers: readonly RunningTimer[];
  kept: number;
  ended: boolean;
  /** Ids of the children that it had started before the oldest recorded event. */
  children: Set<string>;
}

interface RemoteSystem extends SystemViewSource {
  /** Takes any message; returns what it contained, or null for an invalid one. */
  receive(message: unknown): InspectionMessage | null;
}

/** Plain data of a message, if it is valid and not too large. */
function inspectionMessageIn(message: unknown): InspectionMessage | null {
  let plain: unknown;
  try {
    const text = JSON.stringify(message);
    if (text === undefined || text.length > messageLimit) return null;
    plain = JSON.parse(text);
  } catch {
    // A value that cannot be serialized was not sent by this application.
    return null;
  }
  const result = v.safeParse(messageSchema, plain);
  return result.success ? result.output.snapshot[inspectionKey] : null;
}

/** The actor system of another window, kept as a growing trace: bounded, and validated against its schema. */
export function createRemoteSystem({
  now,
  capacity = defaultCapacity,
}: {
  now: () => number;
  capacity?: number;
}): RemoteSystem {
  const actors = new Map<string, Known>();
  let events: TracedEvent[] = [];
  let version = '';
  let messageCount = 0;
  let cachedView: { messageCount: number; view: SystemView } | null = null;

  /** When the oldest event is dropped, the state after it becomes its actor's start. */
  const evictOldest = (): void => {
    const oldest = events.shift();
    const known = oldest && actors.get(oldest.actor);
    if (!known) return;
    const { actor, children } = known;
    const siblings = actor.parent === null ? undefined : actors.get(actor.parent)?.children;
    if (oldest.event.type === 'xstate.init') siblings?.add(actor.id);
    if (oldest.after.status !== 'active') siblings?.delete(actor.id);
    known.actor = {
      ...actor,
      start: { ...oldest.after, context: contextAfter(actor.start?.context, [oldest]), children: [...children] },
    };
    known.kept -= 1;
    if (known.ended && known.kept === 0) actors.delete(actor.session);
  };

  const traceOf = (shown: TracedEvent[]): Trace => ({
    format: 'basechart-trace-1',
    version,
    takenAt: now(),
    actors: [...actors.values()].map(({ actor }) => actor),
    events: shown,
  });

  const view = (): SystemView => {
    if (cachedView?.messageCount === messageCount) return cachedView.view;
    const moment = viewOfTrace(traceOf([...events]), events.length - 1);
    const withTimers: SystemView = {
      ...moment,
      // A trace includes actors that have ended; this lists only running ones.
      actors: moment.actors.filter(({ status, depth }) => status === 'active' || depth === 0),
      look(session) {
        const look = moment.look(session);
        return look && { ...look, timers: actors.get(session)?.timers ?? [], changed: [] };
      },
    };
    cachedView = { messageCount, view: withTimers };
    return withTimers;
  };

  return {
    receive(message) {
      const inspection = inspectionMessageIn(message);
      if (!inspection) return null;
      const { begins, actor, event, timers } = inspection;
      if (begins !== undefined) {
        actors.clear();
        events = [];
        version = begins;
      }
      if (actor) {
        if (actors.size >= traceLimits.actors) return null;
        actors.set(actor.session, {
          actor,
          timers: timers ?? [],
          kept: 0,
          ended: false,
          children: new Set(actor.start?.children),
        });
      }
      if (event) {
        const known = actors.get(event.actor);
        if (!known) return null;
        events.push(event);
        known.kept += 1;
        known.timers = timers ?? [];
        if (event.after.status !== 'active') known.ended = true;
        if (events.length > capacity) evictOldest();
      }
      messageCount += 1;
      return inspection;
    },
    // As the other window counts them.
    count: () => (events.at(-1)?.seq ?? -1) + 1,
    hasTimers: () => [...actors.values()].some(({ timers, ended }) => !ended && timers.length > 0),
    actors: () => view().actors,
    view,
    drawing: () => null,
    take: () => traceOf(withinLimits(events)),
  };
}

/** The system of the window that opened this one. A page has one opener. */
export const remoteSystem = createRemoteSystem({ now: Date.now });
