import * as v from 'valibot';
import { grouped } from '../common/counts.ts';
import { rowLimitMax, sqlMaxLength, statementTimeoutMaxMs } from './queryLimits.ts';

/** Postgres text can hold every character except NUL. */
export const sqlTextSchema = v.pipe(
  v.string(),
  v.maxLength(sqlMaxLength, ({ requirement }) => `The query is longer than ${grouped(requirement)} characters.`),
  v.check((sql) => !sql.includes('\0'), 'SQL cannot contain the NUL character.'),
);

/** Body of `POST …/projects/{ref}/database/query`. */
export const runQuerySchema = v.object({
  /** Chosen by the caller, so that a cancel can name a query whose response has not begun. */
  id: v.pipe(v.string(), v.uuid()),
  sql: sqlTextSchema,
  /** Rows per result; absent means all. */
  row_limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rowLimitMax))),
  timeout_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(statementTimeoutMaxMs)), 60_000),
  /** Postgres refuses all that would write, with SQLSTATE 25006. */
  read_only: v.optional(v.boolean()),
});
export type RunQuery = v.InferInput<typeof runQuerySchema>;

export const columnSchema = v.object({ name: v.string(), type: v.string(), typeOid: v.number() });
export type Column = v.InferOutput<typeof columnSchema>;

/** A value as Postgres writes it (exact for bigint, numeric and timestamps), or null. */
export type Cell = string | null;

export const sqlErrorSchema = v.object({
  message: v.string(),
  /** SQLSTATE; `57014` for a cancel or a time limit, `57P01` where the project or the server stopped meanwhile. */
  code: v.string(),
  severity: v.optional(v.string()),
  /**
   * First character that the error points at, counted from 1 in the whole text sent, in UTF-16 units as editors count.
   */
  position: v.optional(v.number()),
  detail: v.optional(v.string()),
  hint: v.optional(v.string()),
  where: v.optional(v.string()),
});
export type SqlError = v.InferOutput<typeof sqlErrorSchema>;

/**
 * One line of the answer, which is newline-delimited JSON: `run` first where a caller comes back for it (`GET
 * …/projects/{ref}/database/query/{id}`); `queued`* while others run; per statement `columns`? then `rows`*
 * then `complete`; `notice` anywhere; at most one `error`; always a last `end`.
 */
export const queryEventSchema = v.variant('type', [
  v.object({
    type: v.literal('run'),
    /** The whole text that runs. */
    sql: v.string(),
  }),
  v.object({
    type: v.literal('queued'),
    /** Queries that wait ahead of this one, as far as its user may know of them; null when it is its turn. */
    ahead: v.nullable(v.number()),
  }),
  v.object({ type: v.literal('columns'), result: v.number(), columns: v.array(columnSchema) }),
  v.object({ type: v.literal('rows'), result: v.number(), rows: v.array(v.array(v.nullable(v.string()))) }),
  v.object({
    type: v.literal('complete'),
    result: v.number(),
    /** Command tag, as `SELECT 3` or `CREATE TABLE`. */
    tag: v.string(),
    /** Rows returned or changed; null for a command that counts none. */
    rowCount: v.nullable(v.number()),
    /** The result has more rows than the limit. */
    more: v.boolean(),
  }),
  v.object({
    type: v.literal('notice'),
    severity: v.string(),
    message: v.string(),
    code: v.optional(v.string()),
    detail: v.optional(v.string()),
    hint: v.optional(v.string()),
  }),
  v.object({ type: v.literal('error'), error: sqlErrorSchema }),
  v.object({
    type: v.literal('end'),
    /** Null where it was stopped before it began. */
    durationMs: v.nullable(v.number()),
    /** The embedded engine had to restart to stop the query, which ended all other sessions of the project. */
    engineRestarted: v.boolean(),
    /** Where it was stopped: whether by a user, so that its error says no more than that. */
    cancelled: v.optional(v.boolean()),
  }),
]);
export type QueryEvent = v.InferOutput<typeof queryEventSchema>;
