import { ambientTiming } from '../../contract/ambient/ambientTiming.ts';
import { readFeatureFlagsSchema, type FeatureFlags } from '../../contract/ambient/featureFlags.ts';
import { runtime } from '../browser/runtime.ts';
import { get } from '../http/http.ts';

/** Reads the configuration of the feature flags; a self-hosted platform has none. */
export const readFlags = async (signal: AbortSignal): Promise<FeatureFlags> =>
  runtime().config.platformMode
    ? get('/telemetry/feature-flags', readFeatureFlagsSchema, {
        signal,
        timeoutMs: ambientTiming.flagTimeoutMs,
        waits: false,
      })
    : {};
