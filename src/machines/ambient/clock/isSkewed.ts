import { timing } from '../../../contract/common/timing.ts';

/** Whether the clocks are further apart than is harmless. */
export const isSkewed = (skewMs: number | null): skewMs is number =>
  skewMs !== null && Math.abs(skewMs) > timing.clockSkewLimitMs;
