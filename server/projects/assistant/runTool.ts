import type { Client } from 'pg';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import { allowsContext, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import type { ToolInput, ToolName, ToolResult } from '../../../src/contract/assistant/tools.ts';
import { docsLinkOf } from '../../../src/contract/docs/docsLink.ts';
import type { DocsSearchResult } from '../../../src/contract/docs/docsSearch.ts';
import type { LogPage } from '../../../src/contract/logs/logLine.ts';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { advisorsForModel } from '../advisors/advisorsForModel.ts';
import { readAdvisors } from '../advisors/readAdvisors.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { isDeveloperSchema } from '../engines/developerSchema.ts';
import { parseStatements } from '../queries/statementEffects.ts';
import { firstRows, onlyQuery, readOnly, RefusedSql, refusedBy } from './readOnly.ts';
import { redactPlan } from './redact.ts';

/** What tools read. */
interface ToolSources {
  level: ContextLevel;
  withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  /** Schemas that the Data API shows. */
  exposedSchemas: readonly string[];
  searchGuides(query: string): Promise<readonly DocsSearchResult[]>;
  /** The latest first. */
  readHistory(): Promise<readonly QueryHistoryEntry[]>;
  /** The newest first. */
  readLogs(asked: ToolInput<'readLogs'>): Promise<Pick<LogPage, 'lines' | 'next'>>;
}

const kinds = `case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
  when 'm' then 'materialized view' else 'foreign table' end`;

const visible = `c.relkind in ('r', 'p', 'v', 'm', 'f')
  and ${isDeveloperSchema('n.nspname')}
  and has_schema_privilege(n.oid, 'usage')`;

const listQuery = `
  select n.nspname as schema, c.relname as name, ${kinds} as kind, c.relrowsecurity as "rowSecurity",
    left(obj_description(c.oid, 'pg_class'), 300) as comment, (count(*) over ())::int as total
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${visible} and not c.relispartition and ($1::text is null or n.nspname = $1)
  order by n.nspname <> 'public', n.nspname, c.relname
  limit ${assistantLimits.listedTables}`;

async function listTables(client: Client, { schema }: ToolInput<'listTables'>): Promise<ToolResult<'listTables'>> {
  const { rows } = await client.query<ToolResult<'listTables'>['tables'][number] & { total: number }>(listQuery, [
    schema ?? null,
  ]);
  return {
    tables: rows.map(({ total: _total, ...table }) => table),
    leftOut: (rows[0]?.total ?? 0) - rows.length,
  };
}

const describeQuery = `
  select json_build_object(
    'schema', n.nspname, 'name', c.relname, 'kind', ${kinds}, 'rowSecurity', c.relrowsecurity,
    'comment', left(obj_description(c.oid, 'pg_class'), 2000),
    'columns', coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
        'default', left(pg_get_expr(d.adbin, d.adrelid), 500), 'comment', left(col_description(c.oid, a.attnum), 500)
      ) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]'),
    'constraints', coalesce((
      select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid)) order by k.conname)
      from pg_constraint k where k.conrelid = c.oid
    ), '[]'),
    'indexes', coalesce((
      select json_agg(json_build_object('name', x.relname, 'definition', pg_get_indexdef(x.oid)) order by x.relname)
      from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid
    ), '[]'),
    'policies', coalesce((
      select json_agg(json_build_object('name', p.policyname, 'definition',
        concat_ws(' ', p.permissive, 'for', p.cmd, 'to', array_to_string(p.roles, ', '),
          'using (' || p.qual || ')', 'with check (' || p.with_check || ')')) order by p.policyname)
      from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname
    ), '[]'),
    'triggers', coalesce((
      select json_agg(json_build_object('name', t.tgname, 'definition', pg_get_triggerdef(t.oid)) order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
    ), '[]')
  ) as described
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${visible} and n.nspname = $1 and c.relname = $2`;

const describedMaxBytes = 4 * 1024 * 1024;

async function describeTable(
  client: Client,
  { schema, table }: ToolInput<'describeTable'>,
): Promise<ToolResult<'describeTable'>> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, describedMaxBytes, () =>
    client.query<{ described: ToolResult<'describeTable'> }>(describeQuery, [schema, table]),
  );
  if (row === undefined) throw new RefusedSql({ code: '42P01', message: `There is no table ${schema}.${table}.` });
  return row.described;
}

/** A plan fits into a result even where each of its quotes is escaped. */
const planChars = assistantLimits.toolResultChars / 2;

async function explainQuery(
  client: Client,
  { sql, analyze = false }: ToolInput<'explainQuery'>,
  level: ContextLevel,
): Promise<ToolResult<'explainQuery'>> {
  const parsed = await parseStatements(sql);
  const [first, ...others] = parsed?.statements ?? [];
  if (parsed !== null && (first === undefined || others.length > 0))
    throw new RefusedSql({ code: '42601', message: 'Exactly one statement can be explained.' });
  const statement = analyze
    ? await onlyQuery(sql)
    : { sql: sql.slice(first?.from, first?.to), start: first?.from ?? 0 };
  const prefix = `explain (format json${analyze ? ', analyze, buffers' : ''}) `;
  const explained = { sql: prefix + statement.sql, start: statement.start - prefix.length };
  try {
    const { rows, cut, more } = await readOnly(client, () => firstRows(client, explained, planChars));
    if (cut || more) throw new RefusedSql({ code: '54000', message: 'The plan is too long to be shown here.' });
    const plan: unknown = JSON.parse(rows[0]?.[0] ?? 'null');
    return { plan: allowsContext(level, 'data') ? plan : redactPlan(plan) };
  } catch (error) {
    throw refusedBy(error, explained);
  }
}

async function runReadOnlyQuery(
  client: Client,
  { sql }: ToolInput<'runReadOnlyQuery'>,
): Promise<ToolResult<'runReadOnlyQuery'>> {
  const statement = await onlyQuery(sql);
  try {
    return await readOnly(client, () => firstRows(client, statement));
  } catch (error) {
    throw refusedBy(error, statement);
  }
}

const docsPages = 5;

const foundPages = (found: readonly DocsSearchResult[]): ToolResult<'searchDocs'> => ({
  pages: found.slice(0, docsPages).map((page) => ({
    title: page.title,
    description: page.description,
    address: docsLinkOf(page)?.href ?? page.path,
    sections: page.headings.map((heading, index) => ({
      heading,
      address: docsLinkOf(page, page.slugs[index])?.href ?? page.path,
      excerpt: page.excerpts[index] ?? '',
    })),
  })),
});

/** As many of the first entries as a result has room for, without their ids. */
function fitting<Entry extends { id: string }>(
  entries: readonly Entry[],
  sizeOf: (entry: Omit<Entry, 'id'>) => number,
): Omit<Entry, 'id'>[] {
  let room: number = assistantLimits.toolResultChars;
  const told: Omit<Entry, 'id'>[] = [];
  for (const { id: _id, ...entry } of entries) {
    room -= sizeOf(entry);
    if (room < 0) break;
    told.push(entry);
  }
  return told;
}

const history = (runs: readonly QueryHistoryEntry[], limit: number): ToolResult<'readQueryHistory'> => ({
  queries: fitting(runs.slice(0, limit), ({ sql, error }) => sql.length + (error?.length ?? 0) + 200),
});

function logLines({ lines, next }: Pick<LogPage, 'lines' | 'next'>): ToolResult<'readLogs'> {
  const told = fitting(lines, (line) => JSON.stringify(line).length);
  return { lines: told, more: next !== null || told.length < lines.length };
}

type Runs = {
  readonly [Name in ToolName]: (input: ToolInput<Name>, sources: ToolSources) => Promise<ToolResult<Name>>;
};

/** What each tool does. Nothing here writes, and the database is asked as the developer's role. */
const runs: Runs = {
  listTables: (input, { withClient }) => withClient((client) => listTables(client, input)),
  describeTable: (input, { withClient }) => withClient((client) => describeTable(client, input)),
  runReadOnlyQuery: (input, { withClient }) => withClient((client) => runReadOnlyQuery(client, input)),
  explainQuery: (input, { withClient, level }) => withClient((client) => explainQuery(client, input, level)),
  readAdvisors: async ({ category }, { withClient, exposedSchemas }) =>
    advisorsForModel(await withClient((client) => readAdvisors(client, exposedSchemas)), category),
  searchDocs: async ({ query }, { searchGuides }) => foundPages(await searchGuides(query)),
  readQueryHistory: async ({ limit = 20 }, { readHistory }) => history(await readHistory(), limit),
  readLogs: async (input, { readLogs }) => logLines(await readLogs(input)),
};

export const runTool = <Name extends ToolName>(
  name: Name,
  input: ToolInput<Name>,
  sources: ToolSources,
): Promise<ToolResult<Name>> => runs[name](input, sources);
