export type PlanTier = 'tier_free' | 'tier_pro' | 'tier_payg' | 'tier_team' | 'tier_enterprise';

/** Plans that a new organization can choose, with the labels of the specification's section 3. */
export const planChoices = [
  { id: 'free', tier: 'tier_free', label: 'Free - $0/month' },
  { id: 'pro', tier: 'tier_pro', label: 'Pro - $25/month' },
  { id: 'team', tier: 'tier_team', label: 'Team - $599/month' },
] as const;
export type PlanId = (typeof planChoices)[number]['id'];

/** Active projects that an owner may have on the free plan (specification, section 9). */
export const freeProjectLimit = 2;

const tierNames: Readonly<Record<PlanTier, string>> = {
  tier_free: 'Free',
  tier_pro: 'Pro',
  tier_payg: 'Pro, pay as you go',
  tier_team: 'Team',
  tier_enterprise: 'Enterprise',
};

/** Name of an organization's plan, without its price; an unknown plan keeps its own id. */
export const tierName = (tier: string): string =>
  new Map(Object.entries(tierNames)).get(tier) ??
  tier
    .replace(/^tier_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (letter) => letter.toUpperCase());
