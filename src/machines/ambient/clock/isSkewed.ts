import * as timing from '../../../contract/common/timing.ts';

/** Whether the skew exceeds the tolerance. */
export const isSkewed = (skewMs: number | null): skewMs is number =>
  skewMs !== null && Math.abs(skewMs) > timing.clockSkewLimitMs;
