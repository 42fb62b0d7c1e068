import type { ComputeSize } from './computeSizeIds.ts';

/** Compute sizes of paid new projects: USD per hour and approximate USD per month (behaviour, appendix). */
export const computeSizes = [
  { id: 'micro', hourly: 0.01344, monthly: 10 },
  { id: 'small', hourly: 0.0206, monthly: 15 },
  { id: 'medium', hourly: 0.0822, monthly: 60 },
  { id: 'large', hourly: 0.1517, monthly: 110 },
  { id: 'xlarge', hourly: 0.2877, monthly: 210 },
  { id: '2xlarge', hourly: 0.562, monthly: 410 },
  { id: '4xlarge', hourly: 1.32, monthly: 960 },
  { id: '8xlarge', hourly: 2.562, monthly: 1870 },
  { id: '12xlarge', hourly: 3.836, monthly: 2800 },
  { id: '16xlarge', hourly: 5.12, monthly: 3730 },
] as const satisfies readonly { id: ComputeSize; hourly: number; monthly: number }[];
