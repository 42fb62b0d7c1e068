import * as v from 'valibot';
import { picklistOr } from '../common/picklistOr.ts';

export const restrictionStatuses = ['restricted', 'grace_period', 'grace_period_over'] as const;

export const organizationSchema = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  billing_email: v.nullable(v.string()),
  /** A `PlanTier`, or one that only the platform knows. */
  tier: v.string(),
  is_owner: v.boolean(),
  /** Some platforms send null instead of leaving it out. */
  restriction_status: v.nullable(picklistOr(restrictionStatuses, null)),
  restriction_data: v.nullable(v.object({ grace_period_end: v.optional(v.string()) })),
  /** Whether a model answers in its projects, so that there is an assistant. A platform without one leaves it out. */
  assistant_configured: v.optional(v.boolean()),
});
export type Organization = v.InferOutput<typeof organizationSchema>;
