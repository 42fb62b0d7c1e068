export const computeSizeIds = [
  'micro',
  'small',
  'medium',
  'large',
  'xlarge',
  '2xlarge',
  '4xlarge',
  '8xlarge',
  '12xlarge',
  '16xlarge',
] as const;
export type ComputeSize = (typeof computeSizeIds)[number];
