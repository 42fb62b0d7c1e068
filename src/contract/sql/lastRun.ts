import * as v from 'valibot';
import { sqlSettingsSchema } from './sqlEditor.ts';
import { textFingerprintSchema } from './textFingerprint.ts';

/** The last run of each query of a project, the latest first. What was run is not among it: the server tells. */
export const lastRunsSchema = v.array(
  v.object({
    query: v.string(),
    id: v.string(),
    startedAt: v.number(),
    /** Where the text that was run stands in the query. */
    from: v.number(),
    line: v.number(),
    /** The text of the query as it was then. Absent from what earlier versions stored. */
    document: v.optional(textFingerprintSchema),
    rowLimit: sqlSettingsSchema.entries.rowLimit,
    timeLimitMs: sqlSettingsSchema.entries.timeLimitMs,
    /** This browser has seen its end. */
    ended: v.optional(v.boolean(), false),
  }),
);
export type LastRuns = v.InferOutput<typeof lastRunsSchema>;
