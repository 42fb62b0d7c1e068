import { DatabaseError, type Client } from 'pg';
import { newTableSql, type NewTable, type TableCreated } from '../../../src/contract/tables/newTable.ts';
import { dependantsMax, type Dependants, type TableDetail } from '../../../src/contract/tables/table.ts';
import { ApiError } from '../../http/errors.ts';
import { dependantsOf } from './catalogSql.ts';
import { extended, relationName } from './readStatement.ts';

/** Creates a table in the transaction that is open. */
export async function addTable(client: Client, table: NewTable): Promise<TableCreated> {
  // Each is one statement, whatever a typed expression holds.
  for (const text of newTableSql(table)) await client.query(extended(text, []));
  const {
    rows: [row],
  } = await client.query<{ id: string }>('select $1::regclass::oid::bigint as id', [relationName(table)]);
  if (row === undefined) throw new Error('The new table gave no row.');
  return { id: Number(row.id) };
}

/** Creates a table with everything that belongs to it, or nothing. */
export async function createTable(client: Client, table: NewTable): Promise<TableCreated> {
  await client.query('begin');
  const created = await addTable(client, table);
  await client.query('commit');
  return created;
}

const kindWords: Readonly<Record<TableDetail['kind'], string>> = {
  table: 'table',
  'partitioned table': 'table',
  view: 'view',
  'materialized view': 'materialized view',
  'foreign table': 'foreign table',
};

/** What must be dropped before a table or a view. */
export async function readDependants(client: Client, table: TableDetail): Promise<Dependants> {
  const {
    rows: [row],
  } = await client.query<Dependants>(
    `with objects as (select found.described from pg_class c cross join lateral (${dependantsOf('c')}) as found where c.oid = $1)
     select array(select described from objects order by described limit ${dependantsMax}) as names,
       (select count(*)::int from objects) as total`,
    [table.id],
  );
  if (row === undefined) throw new Error('The dependants gave no row.');
  return row;
}

/** Drops a table or a view. What depends on it is never dropped with it: the refusal names it. */
export async function dropTable(client: Client, table: TableDetail): Promise<void> {
  try {
    await client.query(`drop ${kindWords[table.kind]} ${relationName(table)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '2BP01') throw error;
    throw new ApiError(409, 'table_needed', `Other objects depend on "${table.name}".`, {
      cause: error,
      ...(error.detail !== undefined && { description: error.detail }),
    });
  }
}
