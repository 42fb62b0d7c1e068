import * as v from 'valibot';
import { withinLimits } from './recorder.ts';
import { contextAfter, traceScene, type Scene, type SceneTimer } from './scene.ts';
import type { SceneSource } from './source.ts';
import {
  traceLimits,
  tracedActorSchema,
  tracedEventSchema,
  type Trace,
  type TracedActor,
  type TracedEvent,
} from './trace.ts';

/** Events kept, as of this window’s own. */
const defaultCapacity = 500;
/** Characters of one message. */
const messageLimit = 512 * 1024;

const nameSchema = v.pipe(v.string(), v.maxLength(traceLimits.nameLength));
const timersSchema = v.pipe(
  v.array(v.object({ name: nameSchema, delayMs: v.number(), endsAt: v.number() })),
  v.maxLength(100),
);

/** What one message tells: who an actor is, or what has happened to it. The first one of a telling names the version that tells. */
const newsSchema = v.object({
  begins: v.optional(nameSchema),
  actor: v.optional(tracedActorSchema),
  event: v.optional(tracedEventSchema),
  /** Of the actor that the message is about, all that run. */
  timers: v.optional(timersSchema),
});
export type News = v.InferOutput<typeof newsSchema>;

/** Under which key of a snapshot the news stand in a message of `@statelyai/inspect`, which knows neither transitions nor timers. */
export const newsKey = 'basechart';
const messageSchema = v.looseObject({ snapshot: v.looseObject({ [newsKey]: newsSchema }) });

interface Known {
  actor: TracedActor;
  timers: readonly SceneTimer[];
  kept: number;
  ended: boolean;
  /** Ids of those it had started before the oldest kept event. */
  children: Set<string>;
}

export interface ReceivedSystem extends SceneSource {
  /** Takes a message, whatever it is; says what was in it, or null for one that told nothing. */
  hear(message: unknown): News | null;
}

/** Plain data of a message, if it is that and not too much of it. */
function newsIn(message: unknown): News | null {
  let plain: unknown;
  try {
    const text = JSON.stringify(message);
    if (text === undefined || text.length > messageLimit) return null;
    plain = JSON.parse(text);
  } catch {
    // What cannot be written down was not sent by this application.
    return null;
  }
  const result = v.safeParse(messageSchema, plain);
  return result.success ? result.output.snapshot[newsKey] : null;
}

/** An actor system of which another window tells, kept as a trace that grows: bounded, and by nobody’s word but its schema’s. */
export function createReceivedSystem({
  now,
  capacity = defaultCapacity,
}: {
  now: () => number;
  capacity?: number;
}): ReceivedSystem {
  const actors = new Map<string, Known>();
  let events: TracedEvent[] = [];
  let version = '';
  let heard = 0;
  let looked: { heard: number; scene: Scene } | null = null;

  /** The oldest event is forgotten: where its actor stands after it is now its beginning. */
  const forgetOldest = (): void => {
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

  const scene = (): Scene => {
    if (looked?.heard === heard) return looked.scene;
    const moment = traceScene(traceOf([...events]), events.length - 1);
    const withTimers: Scene = {
      ...moment,
      // A trace shows who has just ended; here it is who lives.
      actors: moment.actors.filter(({ status, depth }) => status === 'active' || depth === 0),
      look(session) {
        const look = moment.look(session);
        return look && { ...look, timers: actors.get(session)?.timers ?? [], changed: [] };
      },
    };
    looked = { heard, scene: withTimers };
    return withTimers;
  };

  return {
    hear(message) {
      const news = newsIn(message);
      if (!news) return null;
      const { begins, actor, event, timers } = news;
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
        if (events.length > capacity) forgetOldest();
      }
      heard += 1;
      return news;
    },
    // As the other window counts them.
    count: () => (events.at(-1)?.seq ?? -1) + 1,
    hasTimers: () => [...actors.values()].some(({ timers, ended }) => !ended && timers.length > 0),
    actors: () => scene().actors,
    scene,
    drawing: () => null,
    take: () => traceOf(withinLimits(events)),
  };
}

/** What the window that opened this one tells. A page has one opener. */
export const received = createReceivedSystem({ now: Date.now });
