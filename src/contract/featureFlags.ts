import * as v from 'valibot';

/** Answer of `GET …/telemetry/feature-flags`: each flag's value by name. */
export const featureFlagsSchema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'must be an object'),
  v.record(v.pipe(v.string(), v.maxLength(128)), v.union([v.boolean(), v.string(), v.number()])),
);
export type FeatureFlags = v.InferOutput<typeof featureFlagsSchema>;
