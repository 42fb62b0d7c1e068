import type { PlanTier } from '../organizations/plans.ts';

const planLogDays: Readonly<Record<PlanTier, number>> = {
  tier_free: 1,
  tier_pro: 7,
  tier_payg: 7,
  tier_team: 28,
  tier_enterprise: 90,
};

/** Days for which a plan keeps lines (specification, section 9). */
export const logDaysOf = (tier: string): number => new Map(Object.entries(planLogDays)).get(tier) ?? 1;
