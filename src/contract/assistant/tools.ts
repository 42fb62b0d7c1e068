import * as v from 'valibot';
import { findingCategories, findingLevels } from '../advisors/advisors.ts';
import { logLevels, logLineSchema, logRangeNames, logSearchSchema, logSources } from '../logs/logLine.ts';
import { columnSchema, sqlErrorSchema, sqlTextSchema } from '../sql/query.ts';
import { queryHistoryEntrySchema } from '../sql/snippet.ts';
import type { ContextLevel } from './contextLevel.ts';

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));

/** The arguments of each tool: what the user is shown, and exactly the body that runs it. */
export const toolInputSchemas = {
  listTables: v.strictObject({ schema: v.optional(name) }),
  describeTable: v.strictObject({ schema: name, table: name }),
  runReadOnlyQuery: v.strictObject({ sql: sqlTextSchema }),
  explainQuery: v.strictObject({
    sql: sqlTextSchema,
    /** Runs the query, which must only read; needs the level `data`. */
    analyze: v.optional(v.boolean()),
  }),
  /** What the advisors found, of both categories unless one is named. */
  readAdvisors: v.strictObject({ category: v.optional(v.picklist(findingCategories)) }),
  searchDocs: v.strictObject({ query: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)) }),
  /** The queries that this user has run in the project lately. */
  readQueryHistory: v.strictObject({
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50))),
  }),
  readLogs: v.strictObject({
    source: v.optional(v.picklist(logSources)),
    level: v.optional(v.picklist(logLevels)),
    range: v.optional(v.picklist(logRangeNames)),
    search: v.optional(logSearchSchema),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50))),
  }),
} as const;

export type ToolName = keyof typeof toolInputSchemas;
export const toolNames = Object.keys(toolInputSchemas) as ToolName[];
export type ToolInput<Name extends ToolName> = v.InferOutput<(typeof toolInputSchemas)[Name]>;

/** The level that a tool needs. */
export const toolLevel: Readonly<Record<ToolName, ContextLevel>> = {
  searchDocs: 'none',
  listTables: 'schema',
  describeTable: 'schema',
  explainQuery: 'schema',
  readAdvisors: 'schema',
  runReadOnlyQuery: 'data',
  readQueryHistory: 'data',
  readLogs: 'data',
};

const tableSchema = v.object({
  schema: v.string(),
  name: v.string(),
  kind: v.string(),
  comment: v.nullable(v.string()),
  rowSecurity: v.boolean(),
});

const defined = v.array(v.object({ name: v.string(), definition: v.string() }));

const { id: _queryId, ...ofQuery } = queryHistoryEntrySchema.entries;
const { id: _lineId, ...ofLine } = logLineSchema.entries;

/** What each tool answers. */
const toolResultSchemas = {
  listTables: v.object({ tables: v.array(tableSchema), leftOut: v.number() }),
  describeTable: v.object({
    ...tableSchema.entries,
    columns: v.array(
      v.object({
        name: v.string(),
        type: v.string(),
        nullable: v.boolean(),
        default: v.nullable(v.string()),
        comment: v.nullable(v.string()),
      }),
    ),
    constraints: defined,
    indexes: defined,
    policies: defined,
    triggers: defined,
  }),
  runReadOnlyQuery: v.object({
    columns: v.array(columnSchema),
    rows: v.array(v.array(v.nullable(v.string()))),
    /** There are more rows than `toolRows`, or than fit into `toolResultChars`. */
    more: v.boolean(),
    /** Values were cut to `cellChars`. */
    cut: v.boolean(),
  }),
  /** The plan as EXPLAIN writes it with `format json`. */
  explainQuery: v.object({ plan: v.unknown() }),
  /** Lints that found something; `count` has the number of findings, of which as many are listed as fit. */
  readAdvisors: v.object({
    lints: v.array(
      v.object({
        title: v.string(),
        description: v.string(),
        category: v.picklist(findingCategories),
        level: v.picklist(findingLevels),
        count: v.number(),
        findings: v.array(
          v.object({
            schema: v.nullable(v.string()),
            name: v.string(),
            kind: v.string(),
            detail: v.nullable(v.string()),
            remedy: v.nullable(v.string()),
          }),
        ),
      }),
    ),
  }),
  searchDocs: v.object({
    pages: v.array(
      v.object({
        title: v.string(),
        description: v.string(),
        sections: v.array(v.object({ heading: v.string(), address: v.string(), excerpt: v.string() })),
        /** Where the page is, on this server. */
        address: v.string(),
      }),
    ),
  }),
  readQueryHistory: v.object({
    /** The latest first. */
    queries: v.array(v.object(ofQuery)),
  }),
  readLogs: v.object({
    /** The newest first. */
    lines: v.array(v.object(ofLine)),
    /** There are more lines than these, or lines that were not searched. */
    more: v.boolean(),
  }),
} as const satisfies Readonly<Record<ToolName, v.GenericSchema>>;
export type ToolResult<Name extends ToolName> = v.InferOutput<(typeof toolResultSchemas)[Name]>;

/**
 * Answer of `POST …/projects/{ref}/assistant/tools/{name}?context={level}`. Its body is exactly the arguments that the
 * user saw and agreed to: nothing runs without this request. An error of Postgres is an answer too, since the model can
 * correct its query; what the user or the model asked wrongly (level, name, arguments) has a status of 400 and above.
 */
export const toolAnswerSchema = v.variant('type', [
  v.object({ type: v.literal('result'), result: v.unknown() }),
  v.object({ type: v.literal('error'), error: sqlErrorSchema }),
]);
export type ToolAnswer = v.InferOutput<typeof toolAnswerSchema>;
