import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';

/** The base URL of every request, by deployment (specification, section 7). */
export const baseUrlOf = ({ apiUrl, platformMode }: RuntimeConfig, base: 'platform' | 'api' = 'platform'): string =>
  base === 'platform' && platformMode ? `${apiUrl}/platform` : apiUrl;
