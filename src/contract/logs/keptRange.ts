import { plansByLogDays } from '../organizations/logDays.ts';
import type { PlanTier } from '../organizations/plans.ts';
import { logRangeNames, logRanges, logStepMs, type LogRange } from './logLine.ts';

const daysOf = (range: LogRange): number => {
  const { step, count } = logRanges[range];
  return (count * logStepMs[step]) / logStepMs.day;
};

/** Whether the range shows more lines than the next shorter one, on a server that stores them for `days` days. */
export function isRangeKept(range: LogRange, days: number): boolean {
  const shorter = logRangeNames[logRangeNames.indexOf(range) - 1];
  return shorter === undefined || days > daysOf(shorter);
}

/** The range itself, or the longest shorter one that is kept. */
export const keptRange = (range: LogRange, days: number): LogRange =>
  logRangeNames.slice(0, logRangeNames.indexOf(range) + 1).findLast((name) => isRangeKept(name, days)) ?? '1h';

/**
 * The smallest plan that keeps a range, with the days that it keeps, on a server that stores lines for so many days;
 * null if no plan does.
 */
export function planKeeping(range: LogRange, serverDays: number): { tier: PlanTier; days: number } | null {
  const plans = plansByLogDays.map(({ tier, days }) => ({ tier, days: Math.min(serverDays, days) }));
  return plans.find(({ days }) => isRangeKept(range, days)) ?? null;
}
