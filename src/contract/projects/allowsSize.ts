import { planLimitsOf } from '../organizations/planLimits.ts';
import { computeSizeIds, type ComputeSize } from './computeSizeIds.ts';

/** Every plan includes the smallest size. */
export const allowsSize = (tier: string, size: ComputeSize): boolean =>
  size === computeSizeIds[0] || planLimitsOf(tier).hasSizes;
