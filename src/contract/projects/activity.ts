import * as v from 'valibot';

/** What happened in one hour or day, which began at `at`. */
const activityPointSchema = v.object({
  at: v.string(),
  /** Requests to the project's Data API that had a valid key. */
  requests: v.number(),
  /** Size of the database at the end, or the last known one before; null before the first sample. */
  bytes: v.nullable(v.number()),
});
export type ActivityPoint = v.InferOutput<typeof activityPointSchema>;

export const activitySchema = v.object({
  /** The last 24 hours, oldest first. */
  hours: v.array(activityPointSchema),
  /** The last 30 days, in UTC, oldest first. */
  days: v.array(activityPointSchema),
  /** Whether any request was ever counted, however long ago. */
  has_requests: v.boolean(),
});
export type Activity = v.InferOutput<typeof activitySchema>;
