import type { PlanTier } from '../organizations/plans.ts';
import { logDaysOf } from './logDays.ts';
import { logRangeNames, logRanges, logStepMs, type LogRange } from './logLine.ts';

const daysOf = (range: LogRange): number => {
  const { step, count } = logRanges[range];
  return (count * logStepMs[step]) / logStepMs.day;
};

/** Whether a range shows lines that the next shorter one does not, where they are stored for so many days. */
export function isRangeKept(range: LogRange, days: number): boolean {
  const shorter = logRangeNames[logRangeNames.indexOf(range) - 1];
  return shorter === undefined || days > daysOf(shorter);
}

/** The range itself, or the longest shorter one that is kept. */
export const keptRange = (range: LogRange, days: number): LogRange =>
  logRangeNames.slice(0, logRangeNames.indexOf(range) + 1).findLast((name) => isRangeKept(name, days)) ?? '1h';

const tiers = ['tier_free', 'tier_pro', 'tier_team', 'tier_enterprise'] as const satisfies readonly PlanTier[];

/**
 * The smallest plan that keeps a range, with the days that it keeps, on a server that stores lines for so many days;
 * null if no plan does.
 */
export function planKeeping(range: LogRange, serverDays: number): { tier: PlanTier; days: number } | null {
  const plans = tiers.map((tier) => ({ tier, days: Math.min(serverDays, logDaysOf(tier)) }));
  return plans.find(({ days }) => isRangeKept(range, days)) ?? null;
}
