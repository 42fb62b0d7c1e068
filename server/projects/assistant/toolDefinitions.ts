import type { JSONSchema7, ToolSet } from 'ai';
import * as v from 'valibot';
import { findingCategories } from '../../../src/contract/advisors/advisors.ts';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import { allowsContext, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import { toolInputSchemas, toolLevel, toolNames, type ToolName } from '../../../src/contract/assistant/tools.ts';
import { logLevels, logRangeNames, logSources } from '../../../src/contract/logs/logLine.ts';

interface Described {
  description: string;
  properties: Readonly<Record<string, JSONSchema7>>;
  required: readonly string[];
}

const text = (description: string): JSONSchema7 => ({ type: 'string', description });

const described: Readonly<Record<ToolName, Described>> = {
  listTables: {
    description: 'Lists the tables and views of the database, or of one schema.',
    properties: { schema: text('Name of the schema; without it, all schemas.') },
    required: [],
  },
  describeTable: {
    description: 'Describes one table: columns, constraints, indexes, policies, triggers.',
    properties: { schema: text('Name of its schema.'), table: text('Its name.') },
    required: ['schema', 'table'],
  },
  runReadOnlyQuery: {
    description: `Runs one query in a read-only transaction and returns at most ${assistantLimits.toolRows} rows.`,
    properties: { sql: text('One SELECT.') },
    required: ['sql'],
  },
  explainQuery: {
    description: 'Shows the plan of one query. With analyze it runs the query, which must only read, and measures it.',
    properties: { sql: text('One statement, without EXPLAIN.'), analyze: { type: 'boolean' } },
    required: ['sql'],
  },
  readAdvisors: {
    description:
      'Lists what the advisors found in the database: risks of security and performance, with SQL that helps.',
    properties: { category: { type: 'string', enum: [...findingCategories] } },
    required: [],
  },
  searchDocs: {
    description: 'Searches the guides of this dashboard.',
    properties: { query: text('Some words.') },
    required: ['query'],
  },
  readQueryHistory: {
    description: 'Lists the queries that the developer ran in this project lately, with their errors.',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 50 } },
    required: [],
  },
  readLogs: {
    description: 'Lists the newest lines of the logs of this project: requests, sign-ins, statements and errors.',
    properties: {
      source: { type: 'string', enum: [...logSources] },
      level: { type: 'string', enum: [...logLevels] },
      range: { type: 'string', enum: [...logRangeNames] },
      search: text('A part of the message or of a field.'),
      limit: { type: 'integer', minimum: 1, maximum: 50 },
    },
    required: [],
  },
};

export const isToolName = (name: string): name is ToolName => Object.hasOwn(toolInputSchemas, name);

/** Why a call cannot run, in words for the user and the model; null if it can. */
export function problemOfCall(name: string, input: unknown, level: ContextLevel): string | null {
  if (!isToolName(name)) return 'There is no such tool.';
  if (!allowsContext(level, toolLevel[name])) return 'The developer does not share what this tool reads.';
  const parsed = v.safeParse(toolInputSchemas[name], input);
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0]);
    return `Its arguments are wrong: ${path === null ? '' : `${path}: `}${parsed.issues[0].message}.`;
  }
  if (name === 'explainQuery' && 'analyze' in parsed.output && parsed.output.analyze && !allowsContext(level, 'data'))
    return 'The developer does not share rows, so a plan cannot be measured.';
  return null;
}

/** The tools of a level, for the model. None has an `execute`: they run on requests of the user only. */
export const declaredTools = (level: ContextLevel, sdk: Pick<typeof import('ai'), 'tool' | 'jsonSchema'>): ToolSet =>
  Object.fromEntries(
    toolNames
      .filter((name) => allowsContext(level, toolLevel[name]))
      .map((name) => {
        const { description, properties, required } = described[name];
        const schema: JSONSchema7 = {
          type: 'object',
          properties: { ...properties },
          required: [...required],
          additionalProperties: false,
        };
        return [name, sdk.tool({ description, inputSchema: sdk.jsonSchema<unknown>(schema) })];
      }),
  );
