import * as v from 'valibot';
import { picklistOr } from '../common/picklistOr.ts';

export const snippetSummarySchema = v.object({
  id: v.string(),
  name: v.string(),
  /** Increases by one with every save; a save names the version that it is based on. */
  version: v.number(),
  updated_at: v.string(),
  /** What its first statement does, where the query has no name; see `queryTitle`. */
  statement: v.optional(v.nullable(v.string())),
});
export type SnippetSummary = v.InferOutput<typeof snippetSummarySchema>;

export const snippetSchema = v.object({ ...snippetSummarySchema.entries, sql: v.string() });
export type Snippet = v.InferOutput<typeof snippetSchema>;

export const queryHistoryEntrySchema = v.object({
  /** The run's id, chosen by the caller. */
  id: v.string(),
  sql: v.string(),
  /** The text was longer than the history keeps: `sql` is only its beginning and must not be run. */
  cut: v.optional(v.boolean()),
  started_at: v.string(),
  duration_ms: v.nullable(v.number()),
  outcome: picklistOr(['running', 'succeeded', 'failed', 'cancelled'], 'unknown'),
  error: v.nullable(v.string()),
});
export type QueryHistoryEntry = v.InferOutput<typeof queryHistoryEntrySchema>;
