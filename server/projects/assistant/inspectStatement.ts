import type { Client } from 'pg';
import type {
  InspectedStatement,
  InspectStatement,
  StatementEffect,
} from '../../../src/contract/assistant/statementEffect.ts';
import { strongestEffect, parseStatements, type ParsedStatements } from '../queries/statementEffects.ts';
import type { Statement } from '../queries/statements.ts';
import { firstRows, readOnly, RefusedSql, refusedBy } from './readOnly.ts';

/** Functions of Postgres that may return something else each time, but change nothing. */
const harmless = [
  'random',
  'random_normal',
  'clock_timestamp',
  'timeofday',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'currval',
  'lastval',
  'pg_relation_size',
  'pg_table_size',
  'pg_indexes_size',
  'pg_total_relation_size',
  'pg_database_size',
  'pg_tablespace_size',
  'pg_get_keywords',
  'pg_sequence_last_value',
];

/** By name, because the types of arguments decide only later which function is called. */
const functionsQuery = `
  select
    coalesce(bool_or(n.nspname = 'pg_catalog' or e.objid is not null), false) as unknowable,
    coalesce(bool_or(n.nspname <> 'pg_catalog' and e.objid is null), false) as own
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  left join pg_depend e on e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e'
  where p.proname = any ($1) and p.provolatile = 'v' and not (n.nspname = 'pg_catalog' and p.proname = any ($2))`;

type CalledFunctions = 'harmless' | 'own' | 'unknowable';

/** Whether what is called may write: functions of this database can be tried, those of Postgres and extensions not. */
async function calledFunctions(client: Client, names: readonly string[]): Promise<CalledFunctions> {
  if (names.length === 0) return 'harmless';
  const {
    rows: [row],
  } = await client.query<{ unknowable: boolean; own: boolean }>(functionsQuery, [names, harmless]);
  return row?.unknowable ? 'unknowable' : row?.own ? 'own' : 'harmless';
}

/** Runs statements in a read-only transaction to see whether Postgres refuses one. */
async function tried(client: Client, statements: readonly Statement[]): Promise<StatementEffect> {
  try {
    await readOnly(client, async () => {
      for (const statement of statements) {
        await firstRows(client, statement).catch((error: unknown) => {
          throw refusedBy(error, statement);
        });
      }
    });
    return 'reads';
  } catch (error) {
    if (!(error instanceof RefusedSql)) throw error;
    return error.error.code === '25006' ? 'writes' : 'unknown';
  }
}

/** The strongest effect, where calls of functions are taken into account. */
async function effectWithCalls(
  client: Client,
  { sql, tries }: InspectStatement,
  parsed: ParsedStatements,
): Promise<StatementEffect> {
  const called = await calledFunctions(client, parsed.functions);
  if (called === 'harmless') return 'reads';
  if (called === 'unknowable' || !tries) return 'unknown';
  return await tried(
    client,
    parsed.statements.map(({ from, to }) => ({ sql: sql.slice(from, to), start: from })),
  );
}

/**
 * What running SQL does; see `inspectedStatementSchema`. The database is asked only where the grammar is not enough.
 */
export async function inspectStatement(
  asked: InspectStatement,
  withClient: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>,
): Promise<InspectedStatement> {
  const parsed = await parseStatements(asked.sql);
  if (parsed === null) {
    const error = { code: '42601', message: 'This SQL has a syntax error. Run it in the SQL editor to see where.' };
    return { effect: 'unknown', statements: [], error };
  }
  const effect = strongestEffect(parsed.statements.map((statement) => statement.effect));
  if (effect !== 'reads' || parsed.functions.length === 0)
    return { effect, statements: parsed.statements, error: null };
  return {
    effect: await withClient((client) => effectWithCalls(client, asked, parsed)),
    statements: parsed.statements,
    error: null,
  };
}
