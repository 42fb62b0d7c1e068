import * as v from 'valibot';
import { sqlErrorSchema, sqlTextSchema } from '../sql/query.ts';

/** Body of `POST …/projects/{ref}/assistant/statement`. */
export const inspectStatementSchema = v.object({
  sql: sqlTextSchema,
  /** Whether SQL that calls functions of the database may be run to see whether they write; else they are `unknown`. */
  tries: v.optional(v.boolean(), true),
});

export type InspectStatement = v.InferOutput<typeof inspectStatementSchema>;

export const statementEffects = ['reads', 'writes', 'unknown'] as const;
export type StatementEffect = (typeof statementEffects)[number];

/**
 * Answer: what running the SQL does, by Postgres' own grammar and, where it calls functions that may write, by running
 * it in a read-only transaction, which is rolled back. Anything but `reads` needs the user's confirmation.
 *
 * SQL that `reads` is run with `read_only: true` in the body of `…/database/query`: there Postgres itself refuses what
 * a function or a view would write all the same (SQLSTATE 25006). Then ask for confirmation and run it without.
 */
export const inspectedStatementSchema = v.object({
  /** The strongest effect of the statements. */
  effect: v.picklist(statementEffects),
  statements: v.array(
    v.object({
      /** As `SELECT` or `CREATE TABLE`, for a text such as "This runs DELETE". */
      command: v.string(),
      effect: v.picklist(statementEffects),
      /** Tables and views that it names, as written there; a name that its `WITH` gives is none. */
      tables: v.array(v.string()),
      /** Where it is in the text, in UTF-16 units. */
      from: v.number(),
      to: v.number(),
    }),
  ),
  /** The SQL cannot be parsed; the effect is then `unknown`. */
  error: v.nullable(sqlErrorSchema),
});
export type InspectedStatement = v.InferOutput<typeof inspectedStatementSchema>;

/** Body and answer of `POST …/projects/{ref}/assistant/format`, which lays SQL out; 422 where it cannot be parsed. */
export const formatSqlSchema = v.object({ sql: sqlTextSchema });
