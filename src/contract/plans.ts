import * as v from 'valibot';

export const planTiers = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise'] as const;
export const planTierSchema = v.picklist(planTiers);
export type PlanTier = v.InferOutput<typeof planTierSchema>;

/** Plans that a new organization can choose, with the labels of the specification's section 3. */
export const planChoices = [
  { id: 'free', tier: 'tier_free', label: 'Free - $0/month' },
  { id: 'pro', tier: 'tier_pro', label: 'Pro - $25/month' },
  { id: 'team', tier: 'tier_team', label: 'Team - $599/month' },
] as const;
export type PlanId = (typeof planChoices)[number]['id'];

/** Active projects an owner may have on the free plan (specification, section 9). */
export const freeProjectLimit = 2;

/** What an organization's plan is called, without its price. */
export const tierNames: Readonly<Record<PlanTier, string>> = {
  tier_free: 'Free', tier_pro: 'Pro', tier_payg: 'Pro, pay as you go', tier_team: 'Team', tier_enterprise: 'Enterprise',
};
