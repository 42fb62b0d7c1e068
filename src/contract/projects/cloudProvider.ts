export const cloudProviders = ['AWS', 'FLY'] as const;
export type CloudProvider = (typeof cloudProviders)[number];
export const defaultCloudProvider: CloudProvider = 'AWS';
