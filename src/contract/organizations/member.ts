import * as v from 'valibot';

const memberRoles = ['owner', 'developer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A user who belongs to an organization. */
export const memberSchema = v.object({
  gotrue_id: v.string(),
  primary_email: v.string(),
  /** A `MemberRole`, or one that only the platform knows. */
  role: v.string(),
});
export type Member = v.InferOutput<typeof memberSchema>;
