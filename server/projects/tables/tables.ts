import {
  tablePageSize,
  tableSearchMaxLength,
  type RelationKind,
  type TableDetail,
  type TablePage,
} from '../../../src/contract/tables/table.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { Session } from '../engines/engine.ts';

type Client = Pick<Session, 'client'>;

const kinds = `case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
  when 'm' then 'materialized view' else 'foreign table' end`;

/** The tables of one schema by name: Postgres keeps its catalog in that order, so a page costs what it holds. */
const listQuery = `
  with schemas as (
    select n.oid, n.nspname from pg_namespace n
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
      and has_schema_privilege(n.oid, 'usage')
  ), page as (
    select c.oid, c.relname, c.relkind, c.relrowsecurity
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
      ) order by c.relname) from page c
    ), '[]')
  ) as list`;

const listMaxBytes = 4 * 1024 * 1024;

/** A page of a schema's tables, and the names of all schemas. */
export async function readTables(
  { client }: Client,
  { schema, search, after }: { schema: string; search: string; after: string | null },
): Promise<TablePage> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, listMaxBytes, () =>
    client.query<{ list: Omit<TablePage, 'next'> }>(listQuery, [schema, search.slice(0, tableSearchMaxLength), after]),
  );
  if (row === undefined) throw new Error('The list of tables gave no row.');
  const { schemas, tables } = row.list;
  const page = tables.slice(0, tablePageSize);
  return { schemas, tables: page, next: tables.length > page.length ? (page.at(-1)?.name ?? null) : null };
}

/**
 * Everything about one table in one statement. Its key is the primary key, else the shortest unique key without nulls;
 * an index with a condition or an expression identifies no row, and a deferred one not at every moment.
 */
const detailQuery = `
  with relation as (
    select c.*, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(n.oid, 'usage')
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
  ), keys as (
    select i.indexrelid, i.indisprimary, i.indnkeyatts, array(
      select a.attname::text from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as part (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum and a.attnotnull
      order by part.place
    ) as names
    from pg_index i join relation c on c.oid = i.indrelid
    where i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null
  ), leaves as (
    select c.oid from relation c where c.relkind in ('r', 'm', 'f')
    union all
    select tree.relid from relation c, pg_partition_tree(c.oid) tree where c.relkind = 'p' and tree.isleaf
  ), columns as (
    select a.attnum, json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'typeOid', a.atttypid::bigint,
      'baseType', format_type(base.oid, null),
      'nullable', not a.attnotnull,
      'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'labels', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = base.oid),
      'reference', (
        select json_build_object(
          'id', f.confrelid::bigint, 'schema', fn.nspname, 'table', fc.relname, 'column', fa.attname
        )
        from pg_constraint f
        join pg_class fc on fc.oid = f.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
        join pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = f.confkey[1]
        where f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
        order by f.oid limit 1
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
    'columns', coalesce((select json_agg(described order by attnum) from columns), '[]'),
    'referencedBy', coalesce((
      select json_agg(json_build_object(
        'id', fc.oid::bigint, 'schema', fn.nspname, 'table', fc.relname, 'column', fa.attname, 'target', ta.attname
      ) order by fn.nspname, fc.relname, fa.attname)
      from pg_constraint f
      join pg_class fc on fc.oid = f.conrelid join pg_namespace fn on fn.oid = fc.relnamespace
      join pg_attribute fa on fa.attrelid = f.conrelid and f.conkey = array[fa.attnum]
      join pg_attribute ta on ta.attrelid = f.confrelid and f.confkey = array[ta.attnum]
      where f.confrelid = c.oid and f.contype = 'f' and f.conparentid = 0
    ), '[]'),
    'key', coalesce((
      select to_json(names) from keys where cardinality(names) = indnkeyatts
      order by indisprimary desc, indnkeyatts, indexrelid limit 1
    ), '[]'),
    'canWrite', has_table_privilege(c.oid, 'insert, update, delete'),
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

type ReadDetail = Omit<TableDetail, 'readOnly'> & { canWrite: boolean };

const readOnlyKinds: Readonly<Record<RelationKind, TableDetail['readOnly']>> = {
  table: null,
  'partitioned table': null,
  view: 'view',
  'materialized view': 'materialized_view',
  'foreign table': 'foreign_table',
};

/** 1,600 columns with long comments. */
const detailMaxBytes = 16 * 1024 * 1024;

/** A table as the editor shows and changes it; null where there is none. */
export async function readTable({ client }: Client, id: number): Promise<TableDetail | null> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, detailMaxBytes, () => client.query<{ detail: ReadDetail }>(detailQuery, [id]));
  if (row === undefined) return null;
  const { canWrite, ...detail } = row.detail;
  const readOnly =
    readOnlyKinds[detail.kind] ?? (canWrite ? (detail.key.length === 0 ? 'no_key' : null) : 'no_privilege');
  return { ...detail, readOnly };
}
