import * as v from 'valibot';

/** A signed-in device of the user. */
export const accountSessionSchema = v.object({
  id: v.string(),
  /** The one that asks. */
  current: v.boolean(),
  user_agent: v.nullable(v.string()),
  ip: v.nullable(v.string()),
  created_at: v.string(),
  last_seen_at: v.string(),
});
export type AccountSession = v.InferOutput<typeof accountSessionSchema>;
