import * as v from 'valibot';

/** Most tables that one response lists. */
export const tableListMax = 50;

export const tableListSchema = v.object({
  /** The largest first, at most `tableListMax`. */
  tables: v.array(
    v.object({
      /** Its oid, by which the table editor opens it; other platforms may not say. */
      id: v.optional(v.number()),
      schema: v.string(),
      name: v.string(),
      /** An estimate from Postgres' statistics; null before there are any. */
      rows: v.nullable(v.number()),
      /** With its indexes; for a partitioned table, with its partitions. */
      bytes: v.number(),
      /** Row level security hides all its rows from apps, as it has no policy; other platforms may not say. */
      lacks_policy: v.optional(v.boolean()),
    }),
  ),
  /** Number of all tables. */
  count: v.number(),
  /** Size of the whole database. */
  database_bytes: v.number(),
});
export type TableList = v.InferOutput<typeof tableListSchema>;
export type TableSummary = TableList['tables'][number];
