import { expect, it } from 'vitest';
import { isRangeKept, keptRange, planKeeping } from '../../../src/contract/logs/keptRange.ts';
import { logRangeNames } from '../../../src/contract/logs/logLine.ts';
import { logDaysOf } from '../../../src/contract/organizations/logDays.ts';

it.each([
  ['tier_free', ['1h', '24h']],
  ['tier_pro', ['1h', '24h', '7d']],
  ['tier_team', ['1h', '24h', '7d', '30d']],
  ['tier_enterprise', ['1h', '24h', '7d', '30d']],
])('%s has the ranges that show more than the one before', (tier, ranges) => {
  expect(logRangeNames.filter((range) => isRangeKept(range, logDaysOf(tier)))).toEqual(ranges);
});

it('shortens a range to the longest that is kept', () => {
  expect(logRangeNames.map((range) => keptRange(range, 1))).toEqual(['1h', '24h', '24h', '24h']);
  expect(logRangeNames.map((range) => keptRange(range, 7))).toEqual(['1h', '24h', '7d', '7d']);
});

it('names the smallest plan that keeps a range on a server', () => {
  expect(planKeeping('7d', 90)).toEqual({ tier: 'tier_pro', days: 7 });
  expect(planKeeping('30d', 90)).toEqual({ tier: 'tier_team', days: 28 });
  expect(planKeeping('30d', 7)).toBeNull();
});
