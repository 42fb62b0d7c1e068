import * as v from 'valibot';

/** Something that happened to the user's account. */
export const accountEventSchema = v.object({
  id: v.string(),
  /** As the auth service names it, for example `login`; a newer server may know more than this app. */
  action: v.string(),
  ip: v.string(),
  user_agent: v.nullable(v.string()),
  created_at: v.string(),
});
export type AccountEvent = v.InferOutput<typeof accountEventSchema>;
