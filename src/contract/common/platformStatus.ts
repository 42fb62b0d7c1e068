import * as v from 'valibot';
import { engineKinds } from './runtimeConfig.ts';

/**
 * Answer of `GET {apiUrl}/status`, which anybody may read. A platform that is not Basechart may say no more than its
 * time.
 */
export const platformStatusSchema = v.object({
  time: v.pipe(v.string(), v.isoTimestamp()),
  version: v.optional(v.string()),
  engine: v.optional(v.picklist(engineKinds)),
  /** Major versions for new projects, the default first. */
  postgres_versions: v.optional(v.array(v.string())),
  /** Whether new tables of a new project can get row level security by themselves. */
  automatic_rls: v.optional(v.boolean()),
  /** An incident is announced to everyone. */
  incident: v.optional(v.boolean()),
});
export type PlatformStatus = v.InferOutput<typeof platformStatusSchema>;
