import type { PlanTier } from './plans.ts';

const planLogDays: Readonly<Record<PlanTier, number>> = {
  tier_free: 1,
  tier_pro: 7,
  tier_payg: 7,
  tier_team: 28,
  tier_enterprise: 90,
};

/** The plans, from the one that keeps lines the shortest; of equal ones, the smaller first. */
export const plansByLogDays = (Object.keys(planLogDays) as PlanTier[])
  .map((tier) => ({ tier, days: planLogDays[tier] }))
  .toSorted((a, b) => a.days - b.days);

/** Days for which a plan keeps lines (specification, section 9). */
export const logDaysOf = (tier: string): number => new Map(Object.entries(planLogDays)).get(tier) ?? 1;
