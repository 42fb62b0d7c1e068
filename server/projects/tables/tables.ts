import { DatabaseError } from 'pg';
import {
  listedPoliciesMax,
  tablePageSize,
  tableSearchMaxLength,
  type TableDetail,
  type TablePage,
} from '../../../src/contract/tables/table.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { Session } from '../engines/engine.ts';
import { openSchema, uniqueKey } from './catalogSql.ts';
import { extended, type PagedTable } from './readStatement.ts';

type Client = Pick<Session, 'client'>;

const kinds = `case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
  when 'm' then 'materialized view' else 'foreign table' end`;

/** Of a partitioned table, what its partitions have; views have none. */
const sizeFields = `, 'bytes', case
    when c.relkind = 'p' then (select sum(pg_total_relation_size(tree.relid)) from pg_partition_tree(c.oid) tree)
    when c.relkind in ('r', 'm') then pg_total_relation_size(c.oid)
  end, 'rows', case
    when c.relkind = 'p' then (
      select sum(greatest(leaf.reltuples, 0)) from pg_partition_tree(c.oid) tree
      join pg_class leaf on leaf.oid = tree.relid where tree.isleaf
    )
    when c.relkind in ('r', 'm') and c.reltuples >= 0 then c.reltuples
  end`;

/** The tables of one schema by name: Postgres keeps its catalog in that order, so a page costs what it holds. */
const listQuery = (withSizes: boolean) => `
  with schemas as (
    select n.oid, n.nspname from pg_namespace n
    where ${openSchema}
  ), page as (
    select c.oid, c.relname, c.relkind, c.relrowsecurity, c.reltuples
    from pg_class c join schemas n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and ($2 = '' or strpos(lower(c.relname), lower($2)) > 0)
      and ($3::text is null or c.relname > $3::name)
    order by c.relname limit ${tablePageSize + 1}
  )
  select json_build_object(
    'schemas', coalesce((select json_agg(nspname order by nspname) from schemas), '[]'),
    'tables', coalesce((
      select json_agg(json_build_object(
        'id', c.oid::bigint, 'schema', $1, 'name', c.relname, 'kind', ${kinds}, 'rowSecurity', c.relrowsecurity
        ${withSizes ? sizeFields : ''}
      ) order by c.relname) from page c
    ), '[]')
  ) as list`;

const listMaxBytes = 4 * 1024 * 1024;

/** A page of a schema's tables, and the names of all schemas. */
export async function readTables(
  { client }: Client,
  { schema, search, after, withSizes }: { schema: string; search: string; after: string | null; withSizes: boolean },
): Promise<TablePage> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, listMaxBytes, () =>
    client.query<{ list: Omit<TablePage, 'next'> }>(listQuery(withSizes), [
      schema,
      search.slice(0, tableSearchMaxLength),
      after,
    ]),
  );
  if (row === undefined) throw new Error('The list of tables gave no row.');
  const { schemas, tables } = row.list;
  const page = tables.slice(0, tablePageSize);
  return { schemas, tables: page, next: tables.length > page.length ? (page.at(-1)?.name ?? null) : null };
}

/** UPDATE, INSERT and DELETE, as `pg_relation_is_updatable` tells them: as bits at the numbers of the events. */
const writeEvents = (1 << 2) | (1 << 3) | (1 << 4);

/** The columns of a foreign key `f` beside one `a` of them, with those that they point to. */
const otherColumns = `coalesce((
  select json_agg(json_build_object('name', own.attname, 'target', target.attname) order by part.place)
  from unnest(f.conkey, f.confkey) with ordinality as part (own, target, place)
  join pg_attribute own on own.attrelid = f.conrelid and own.attnum = part.own
  join pg_attribute target on target.attrelid = f.confrelid and target.attnum = part.target
  where part.own <> a.attnum
), '[]')`;

/**
 * Everything about one table in one statement. Its key is the primary key, else the shortest unique key without nulls;
 * an index with a condition or an expression identifies no row, and a deferred one not at every moment.
 */
const detailQuery = `
  with relation as (
    select c.*, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${openSchema}
  ), keys as (
    select i.indexrelid, i.indisprimary, i.indnkeyatts, array(
      select a.attname::text from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as part (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum and a.attnotnull
      order by part.place
    ) as names
    from pg_index i join relation c on c.oid = i.indrelid
    where ${uniqueKey}
  ), leaves as (
    select c.oid from relation c where c.relkind in ('r', 'm', 'f')
    union all
    select tree.relid from relation c, pg_partition_tree(c.oid) tree where c.relkind = 'p' and tree.isleaf
  ), heirs as (
    with recursive tree as (
      select c.oid from relation c
      union
      select i.inhrelid from tree join pg_inherits i on i.inhparent = tree.oid
    )
    select oid from tree
  ), columns as (
    select a.attnum, json_build_object(
      'name', a.attname,
      'number', a.attnum,
      'type', format_type(a.atttypid, a.atttypmod),
      'typeOid', a.atttypid::bigint,
      'baseType', format_type(base.oid, null),
      'nullable', not a.attnotnull,
      'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'identity', a.attidentity <> '',
      'computed', a.attgenerated <> '',
      'generated', a.attgenerated <> '' or a.attidentity = 'a'
        or (c.relkind = 'v' and not pg_column_is_updatable(c.oid, a.attnum, true)),
      'labels', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = base.oid),
      'reference', (
        select json_build_object(
          'id', f.confrelid::bigint, 'schema', fn.nspname, 'table', fc.relname, 'column', fa.attname, 'others', ${otherColumns}
        )
        from pg_constraint f
        join pg_class fc on fc.oid = f.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
        join pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = f.confkey[array_position(f.conkey, a.attnum)]
        where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)
        order by cardinality(f.conkey), f.oid limit 1
      ),
      'comment', col_description(a.attrelid, a.attnum)
    ) as described
    from relation c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    cross join lateral (
      with recursive chain as (
        select t.oid, t.typtype, t.typbasetype from pg_type t where t.oid = a.atttypid
        union all
        select t.oid, t.typtype, t.typbasetype from chain join pg_type t on t.oid = chain.typbasetype
        where chain.typtype = 'd'
      )
      select chain.oid from chain where chain.typtype <> 'd' limit 1
    ) as base
  )
  select json_build_object(
    'id', c.oid::bigint, 'schema', c.nspname, 'name', c.relname, 'kind', ${kinds}, 'rowSecurity', c.relrowsecurity,
    'comment', obj_description(c.oid, 'pg_class'),
    'policies', (select count(*) from pg_policy p where p.polrelid = c.oid),
    'policyList', coalesce((
      select json_agg(json_build_object(
        'name', p.polname,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                                 when 'd' then 'delete' else 'all' end,
        'roles', (
          select json_agg(case role when 0 then 'public' else pg_get_userbyid(role)::text end order by place)
          from unnest(p.polroles) with ordinality as part (role, place)
        ),
        'restrictive', not p.polpermissive
      ) order by p.polname)
      from (select * from pg_policy where polrelid = c.oid order by polname limit ${listedPoliciesMax}) p
    ), '[]'),
    'columns', coalesce((select json_agg(described order by attnum) from columns), '[]'),
    'referencedBy', coalesce((
      select json_agg(json_build_object(
        'id', fc.oid::bigint, 'schema', fn.nspname, 'table', fc.relname, 'column', a.attname, 'target', ta.attname,
        'others', ${otherColumns}
      ) order by fn.nspname, fc.relname, a.attname)
      from pg_constraint f
      join pg_class fc on fc.oid = f.conrelid join pg_namespace fn on fn.oid = fc.relnamespace
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      join pg_attribute ta on ta.attrelid = f.confrelid and ta.attnum = f.confkey[1]
      where f.confrelid = c.oid and f.contype = 'f' and f.conparentid = 0
    ), '[]'),
    'key', coalesce((
      select to_json(names) from keys where cardinality(names) = indnkeyatts
      order by indisprimary desc, indnkeyatts, indexrelid limit 1
    ), '[]'),
    -- System columns need the privilege for the whole table; a wrapper may give each row the same version.
    'hasVersions', c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select')
      and not exists (select from heirs join pg_class heir on heir.oid = heirs.oid where heir.relkind = 'f'),
    'nondeterministic', coalesce((
      select json_agg(a.attname) from pg_attribute a join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not l.collisdeterministic
    ), '[]'),
    'canWrite', has_table_privilege(c.oid, 'insert, update, delete'),
    'isUpdatable', pg_relation_is_updatable(c.oid, true) & ${writeEvents} = ${writeEvents},
    'definition', case when c.relkind = 'v' and pg_relation_is_updatable(c.oid, false) & ${writeEvents} = ${writeEvents}
      then pg_get_viewdef(c.oid) end,
    'estimate', case when c.relkind in ('r', 'p', 'm') then (
      select round(sum(case
        when leaf.reltuples >= 0 then leaf.reltuples
        when pg_relation_size(leaf.oid) = 0 then 0
        else nullif(pg_stat_get_live_tuples(leaf.oid), 0)
      end)::numeric)
      from leaves join pg_class leaf on leaf.oid = leaves.oid
    ) end
  ) as detail
  from relation c`;

type ReadDetail = Omit<PagedTable, 'readOnly'> & {
  canWrite: boolean;
  /** Of a view: its rows can be changed, by Postgres itself or by triggers; of a foreign table: by its wrapper. */
  isUpdatable: boolean;
  /** Of a view that Postgres itself makes changes through: each of its rows is a row of one table. */
  definition: string | null;
};

function readOnlyReason({ kind, key, canWrite, isUpdatable }: ReadDetail): TableDetail['readOnly'] {
  if (kind === 'materialized view') return 'materialized_view';
  if (kind === 'foreign table') return !isUpdatable ? 'foreign_table' : canWrite ? 'foreign_no_key' : 'no_privilege';
  if (kind === 'view' && !isUpdatable) return 'view';
  if (!canWrite) return 'no_privilege';
  return key.length > 0 ? null : kind === 'view' ? 'view_no_key' : 'no_key';
}

/** 1,600 columns with long comments. */
const detailMaxBytes = 16 * 1024 * 1024;

async function readDetail({ client }: Client, id: number): Promise<ReadDetail | null> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, detailMaxBytes, () => client.query<{ detail: ReadDetail }>(detailQuery, [id]));
  return row?.detail ?? null;
}

const insufficientPrivilege = '42501';

/**
 * The columns of a view that show the key of its table; empty where it does not show it. Postgres tells the origin of
 * each column when it describes the view's query, which reads no row.
 */
async function keyOfView(session: Client, { columns, definition }: ReadDetail): Promise<readonly string[]> {
  if (definition === null) return [];
  const query = definition.trim().replace(/;$/, '');
  const described = await session.client
    .query<never[]>(extended(`select * from (${query}) as v limit 0`, []))
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === insufficientPrivilege) return null;
      throw error;
    });
  // Of one table: Postgres makes no changes through a join.
  const origins = described?.fields.map(({ tableID, columnID }) => ({ id: tableID, number: columnID })) ?? [];
  const origin = origins.find(({ id }) => id !== 0);
  const detail = origin === undefined ? null : await readDetail(session, origin.id);
  if (detail === null || origin === undefined) return [];
  const key = detail.kind === 'view' ? await keyOfView(session, detail) : detail.key;
  const { rows } = await session.client.query<{ name: string; number: number }>(
    'select attname as name, attnum as number from pg_attribute where attrelid = $1 and attnum > 0',
    [origin.id],
  );
  const shownAs = key.map((name) => {
    const number = rows.find((row) => row.name === name)?.number;
    const place = origins.findIndex((one) => one.id === origin.id && one.number === number);
    return columns[place]?.name;
  });
  return shownAs.every((name) => name !== undefined) ? shownAs : [];
}

/** A table as the editor shows and changes it; null where there is none. */
export async function readTable(session: Client, id: number): Promise<PagedTable | null> {
  const read = await readDetail(session, id);
  if (read === null) return null;
  const key = read.kind === 'view' ? [...(await keyOfView(session, read))] : read.key;
  const {
    canWrite: _,
    isUpdatable: _events,
    definition: _query,
    ...detail
  } = {
    ...read,
    key,
    // Postgres knows no constraints of a view.
    columns: read.columns.map((column) => (key.includes(column.name) ? { ...column, nullable: false } : column)),
  };
  return { ...detail, readOnly: readOnlyReason({ ...read, key }) };
}
