import { readFeatureFlagsSchema, type FeatureFlags } from '../contract/featureFlags.ts';
import { timing } from '../contract/timing.ts';
import { get } from './http.ts';
import { runtime } from './runtime.ts';

/** Reads the configuration of the feature flags; a self-hosted platform has none. */
export const readFlags = async (signal: AbortSignal): Promise<FeatureFlags> =>
  runtime().config.platformMode ? get('/telemetry/feature-flags', readFeatureFlagsSchema, { signal, timeoutMs: timing.flagTimeoutMs, waits: false }) : {};
