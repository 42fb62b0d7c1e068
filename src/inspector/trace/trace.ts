import * as v from 'valibot';
import type { Json } from './redact.ts';
import { traceLimits } from './traceLimits.ts';

const jsonSchema = v.custom<Json>(() => true);

const nameSchema = v.pipe(v.string(), v.maxLength(traceLimits.nameLength));
/** A timestamp that `Date` can represent. */
const momentSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));

const placeSchema = v.object({
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  /** The chart's state value; null for actors that are no chart. */
  value: jsonSchema,
});

export const tracedActorSchema = v.object({
  /** Unique within the trace. */
  session: nameSchema,
  id: nameSchema,
  /** Session of the actor that started it; null for the root. */
  parent: v.nullable(nameSchema),
  /** Id of its machine; null for actors that are no chart. */
  machine: v.nullable(nameSchema),
  /** Its state before its first event of this trace; null when the trace contains its start. */
  start: v.nullable(
    v.object({
      ...placeSchema.entries,
      context: jsonSchema,
      children: v.array(v.string()),
      /** By history state, the ids of the states that it would restore; absent where there are none. */
      history: v.optional(v.record(v.string(), v.array(v.string()))),
    }),
  ),
});

export const tracedEventSchema = v.object({
  /** Counts all events since the recording began, so that a gap at the front shows. */
  seq: v.number(),
  /** Unix time in milliseconds. */
  at: momentSchema,
  actor: nameSchema,
  /** Session of the sender; null when it came from outside or from the actor itself. */
  from: v.nullable(nameSchema),
  event: v.looseObject({ type: nameSchema }),
  after: placeSchema,
  /** Keys of the transitions taken, in order. */
  transitions: v.array(v.string()),
  /** Its effects as text (`effects.ts`), in order; absent where they were not recorded. */
  did: v.optional(v.array(v.string())),
  /**
   * The changed keys of the actor's context, with their new values; absent where there are none, or they were not
   * recorded.
   */
  changed: v.optional(v.record(v.string(), jsonSchema)),
});

/** The last events of all actors, without secrets: attached to crash reports, read by `npm run replay`. */
const traceSchema = v.object({
  format: v.literal('basechart-trace-1'),
  /** Version of the application that wrote it. */
  version: v.string(),
  takenAt: momentSchema,
  actors: v.pipe(v.array(tracedActorSchema), v.maxLength(traceLimits.actors)),
  events: v.pipe(v.array(tracedEventSchema), v.maxLength(traceLimits.events)),
});

export type Trace = v.InferOutput<typeof traceSchema>;
export type TracedActor = Trace['actors'][number];
export type TracedEvent = Trace['events'][number];
export type TracedState = TracedEvent['after'];

/** Parses a trace file; throws an `Error` that says what is wrong with it. */
export function parseTrace(text: string): Trace {
  if (text.length > traceLimits.bytes) throw new Error('This file is too large to be a Basechart trace.');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new Error('This file is not valid JSON.', { cause });
  }
  const result = v.safeParse(traceSchema, data);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const at = v.getDotPath(issue);
  throw new Error(
    `This file is not a Basechart trace${at === null || at === 'format' ? '' : `: the value at “${at}” is not valid`}.`,
  );
}
