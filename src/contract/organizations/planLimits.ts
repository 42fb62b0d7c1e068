import { logDaysOf } from './logDays.ts';
import { freeProjectLimit } from './plans.ts';

/** What a plan limits on a server that hosts its projects itself. */
interface PlanLimits {
  /** Active projects of an owner, over all organizations with this plan; null without a limit. */
  activeProjects: number | null;
  /** Projects can have more than the smallest compute size. */
  hasSizes: boolean;
  /** Sessions of the projects' users can be limited in time. */
  hasSessionLimits: boolean;
  /** How long lines of the projects' logs are stored at most. */
  logDays: number;
}

export const planLimitsOf = (tier: string): PlanLimits => {
  const isFree = tier === 'tier_free';
  return {
    activeProjects: isFree ? freeProjectLimit : null,
    hasSizes: !isFree,
    hasSessionLimits: !isFree,
    logDays: logDaysOf(tier),
  };
};
