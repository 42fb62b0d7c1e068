import { createHash } from 'node:crypto';
import { DatabaseError, escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { shapeSteps, type ChangeShape, type Duplicate, type StoredShape } from '../../../src/contract/tables/shape.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { ApiError } from '../../http/errors.ts';
import { dependantsOf } from './catalogSql.ts';
import { extended, relationName } from './readStatement.ts';

/** A table that others use is not to wait behind this change: their queries would wait behind it in turn. */
const lockTimeoutMs = 5_000;

const kinds = `case con.contype when 'p' then 'primary key' when 'u' then 'unique' when 'c' then 'check'
  when 'f' then 'foreign key' when 'x' then 'exclude' end`;

const shapeQuery = `
  select json_build_object(
    'schema', n.nspname,
    'shape', json_build_object(
      'name', c.relname,
      'comment', coalesce(obj_description(c.oid, 'pg_class'), ''),
      'rowSecurity', c.relrowsecurity,
      'columns', coalesce((
        select json_agg(json_build_object(
          'storedName', a.attname,
          'name', a.attname,
          'dataType', format_type(a.atttypid, a.atttypmod),
          'using', '',
          'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), '') else '' end,
          'nullable', not a.attnotnull,
          'identity', a.attidentity <> '',
          'generated', case when a.attgenerated <> '' then coalesce(pg_get_expr(d.adbin, d.adrelid), '') else '' end,
          'comment', coalesce(col_description(a.attrelid, a.attnum), '')
        ) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '[]'),
      'constraints', coalesce((
        select json_agg(json_build_object(
          'storedName', con.conname, 'kind', ${kinds}, 'definition', pg_get_constraintdef(con.oid)
        ) order by con.contype = 'p' desc, con.conname)
        from pg_constraint con where con.conrelid = c.oid and ${kinds} is not null
      ), '[]')
    ),
    'dependants', coalesce((
      select json_agg(described order by described) from (${dependantsOf('c')}) as objects
    ), '[]')
  ) as stored
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1`;

const versionOf = (stored: Omit<StoredShape, 'version'>): string =>
  createHash('sha256')
    .update(JSON.stringify([stored.schema, stored.shape]))
    .digest('base64url');

function requireTable({ kind }: TableDetail): void {
  if (kind !== 'table' && kind !== 'partitioned table')
    throw new ApiError(400, 'not_a_table', 'Only tables have a structure that can be changed here.');
}

/** What a table consists of, apart from its rows. */
export async function readShape(client: Client, table: TableDetail): Promise<StoredShape> {
  requireTable(table);
  const {
    rows: [row],
  } = await client.query<{ stored: Omit<StoredShape, 'version'> }>(shapeQuery, [table.id]);
  if (row === undefined) throw new ApiError(404, 'table_not_found', 'This table does not exist.');
  return { ...row.stored, version: versionOf(row.stored) };
}

/** Runs statements in one transaction; each is one statement, whatever a typed expression holds. */
async function alter(client: Client, table: TableDetail, statements: () => Promise<readonly string[]>): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  try {
    // What is decided from the table's shape must still hold when the statements run.
    await client.query(`lock table ${relationName(table)} in share row exclusive mode`);
    for (const text of await statements()) await client.query(extended(text, []));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw asLocked(error);
  }
}

const asLocked = (error: unknown): unknown =>
  error instanceof DatabaseError && error.code === '55P03'
    ? new ApiError(409, 'table_locked', 'Other queries hold the table. Try again when they have ended.', {
        cause: error,
      })
    : error;

/** Changes a table from the shape that the caller has seen, in one transaction. */
export async function changeShape(
  client: Client,
  table: TableDetail,
  { version, shape }: ChangeShape,
): Promise<StoredShape> {
  await alter(client, table, async () => {
    const stored = await readShape(client, table);
    if (stored.version !== version)
      throw new ApiError(409, 'shape_changed', 'The table was altered after this form was opened.');
    return shapeSteps(stored, shape).map(({ sql }) => sql);
  });
  return await readShape(client, { ...table, name: shape.name });
}

/** Removes all rows, and their numbers where the identity columns are to begin again. */
export async function truncateTable(client: Client, table: TableDetail, restartIdentity: boolean): Promise<void> {
  requireTable(table);
  await alter(client, table, () =>
    Promise.resolve([`truncate ${relationName(table)}${restartIdentity ? ' restart identity' : ''}`]),
  );
}

/** Copies a table with everything but its foreign keys, triggers and policies; its oid. */
export async function duplicateTable(
  client: Client,
  table: TableDetail,
  { name, rows }: Duplicate,
): Promise<{ id: number }> {
  requireTable(table);
  const copy = { schema: table.schema, name };
  await alter(client, table, async () => {
    const { shape } = await readShape(client, table);
    const names = shape.columns
      .filter(({ generated }) => generated === '')
      .map((column) => escapeIdentifier(column.name))
      .join(', ');
    const numbered = shape.columns.filter(({ identity }) => identity).map((column) => column.name);
    const overriding = numbered.length > 0 ? ' overriding system value' : '';
    return [
      `create table ${relationName(copy)} (like ${relationName(table)} including all)`,
      `alter table ${relationName(copy)} enable row level security`,
      ...(rows && names !== ''
        ? [`insert into ${relationName(copy)} (${names})${overriding} select ${names} from ${relationName(table)}`]
        : []),
      // The numbers of the copy go on where those of its rows end.
      ...(rows
        ? numbered.map(
            (column) =>
              `select setval(pg_get_serial_sequence(${escapeLiteral(relationName(copy))}, ${escapeLiteral(column)}),
                 coalesce((select max(${escapeIdentifier(column)}) from ${relationName(copy)}), 1),
                 exists (select from ${relationName(copy)}))`,
          )
        : []),
    ];
  });
  const {
    rows: [row],
  } = await client.query<{ id: string }>('select $1::regclass::oid::bigint as id', [relationName(copy)]);
  if (row === undefined) throw new Error('The copy gave no row.');
  return { id: Number(row.id) };
}
