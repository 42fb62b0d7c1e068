import type { CloudProvider } from './cloudProvider.ts';

export interface Region {
  code: string;
  displayName: string;
}

const aws: readonly Region[] = [
  { code: 'us-west-1', displayName: 'West US (North California)' },
  { code: 'us-east-1', displayName: 'East US (North Virginia)' },
  { code: 'us-east-2', displayName: 'East US (Ohio)' },
  { code: 'ca-central-1', displayName: 'Canada (Central)' },
  { code: 'eu-west-1', displayName: 'West EU (Ireland)' },
  { code: 'eu-west-2', displayName: 'West Europe (London)' },
  { code: 'eu-west-3', displayName: 'West EU (Paris)' },
  { code: 'eu-central-1', displayName: 'Central EU (Frankfurt)' },
  { code: 'eu-central-2', displayName: 'Central Europe (Zurich)' },
  { code: 'eu-north-1', displayName: 'North EU (Stockholm)' },
  { code: 'ap-south-1', displayName: 'South Asia (Mumbai)' },
  { code: 'ap-southeast-1', displayName: 'Southeast Asia (Singapore)' },
  { code: 'ap-northeast-1', displayName: 'Northeast Asia (Tokyo)' },
  { code: 'ap-northeast-2', displayName: 'Northeast Asia (Seoul)' },
  { code: 'ap-southeast-2', displayName: 'Oceania (Sydney)' },
  { code: 'sa-east-1', displayName: 'South America (São Paulo)' },
];
const fly: readonly Region[] = [{ code: 'sin', displayName: 'Singapore' }];

export const regionsOf: Readonly<Record<CloudProvider, readonly Region[]>> = { AWS: aws, FLY: fly };

/** Southeast Asia outside production, West US in production (specification, section 9). */
export const defaultRegion = (provider: CloudProvider, environment: 'production' | 'development'): string =>
  provider === 'FLY' ? 'sin' : environment === 'production' ? 'us-west-1' : 'ap-southeast-1';

/** Display name of a region; its code where this server does not know it. */
export const regionName = (code: string): string =>
  [...aws, ...fly].find((region) => region.code === code)?.displayName ?? code;

/** Where a project runs: its region and who provides it. */
export const placeOf = ({ region, cloud_provider: provider }: { region: string; cloud_provider: string }): string =>
  `${regionName(region)} · ${provider}`;
