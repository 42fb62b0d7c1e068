import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { isDeveloperSchema } from '../engines/developerSchema.ts';
import type { Session } from '../engines/engine.ts';
import { enableRowSecurity, hasInvokersRights, revokeFromCallers, setInvokersRights } from './remedies.ts';

/**
 * One statement for everything: each round trip to an engine with one session must wait, and Postgres builds the
 * document faster than it sends rows. Functions of extensions are left out, because there are too many. `$1` has the
 * schemas that the Data API shows.
 */
const catalogQuery = `
  with visible as (
    select oid, nspname from pg_namespace
    where ${isDeveloperSchema('nspname')}
  ), columns as (
    select a.attrelid, json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'nullable', not a.attnotnull,
      'primaryKey', coalesce(a.attnum = any (k.conkey), false)
    ) order by a.attnum) as list
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v', 'm', 'f', 'p')
    join visible on visible.oid = c.relnamespace
    left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
    where a.attnum > 0 and not a.attisdropped
    group by a.attrelid
  ), callers as (
    select oid from pg_roles where rolname in ('anon', 'authenticated')
  ), readable as (
    select c.oid, c.relkind, c.relrowsecurity, c.reloptions, c.relname, n.nspname
    from pg_class c join visible n on n.oid = c.relnamespace
    where n.nspname = any ($1::text[]) and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and exists (select from callers where has_any_column_privilege(callers.oid, c.oid, 'select'))
  ), open as (
    select r.oid, case when r.relkind in ('r', 'p') then ${enableRowSecurity}
      when r.relkind = 'v' then ${setInvokersRights} else ${revokeFromCallers} end as remedy
    from readable r
    where case when r.relkind in ('r', 'p') then not r.relrowsecurity
      when r.relkind = 'v' then not ${hasInvokersRights} else true end
  ), relations as (
    select c.relnamespace, json_agg(json_build_object(
      'id', case when has_schema_privilege(c.relnamespace, 'usage') then c.oid::bigint end,
      'name', c.relname,
      'kind', case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
                             when 'f' then 'foreign table' else 'partitioned table' end,
      'remedy', open.remedy,
      'columns', coalesce(columns.list, '[]')
    ) order by c.relname) as list
    from pg_class c left join columns on columns.attrelid = c.oid left join open on open.oid = c.oid
    where c.relkind in ('r', 'v', 'm', 'f', 'p')
    group by c.relnamespace
  ), functions as (
    select p.pronamespace, json_agg(json_build_object(
      'name', p.proname,
      'arguments', pg_get_function_identity_arguments(p.oid),
      'returns', coalesce(pg_get_function_result(p.oid), '')
    ) order by p.proname) as list
    from pg_proc p
    join visible on visible.oid = p.pronamespace
    where not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    group by p.pronamespace
  )
  select json_build_object(
    'schemas', coalesce((
      select json_agg(json_build_object(
        'name', visible.nspname, 'relations', coalesce(relations.list, '[]'), 'functions', coalesce(functions.list, '[]')
      ) order by visible.nspname)
      from visible
      left join relations on relations.relnamespace = visible.oid
      left join functions on functions.pronamespace = visible.oid
    ), '[]'),
    'searchPath', current_schemas(false)
  ) as catalog`;

/** Some hundred thousand columns; no completion shows more. */
const catalogMaxBytes = 32 * 1024 * 1024;

/**
 * The schema information for completion, with names as the session's role resolves them.
 *
 * @param exposedSchemas Schemas that the Data API shows.
 */
export async function readCatalog(
  { client }: Pick<Session, 'client'>,
  exposedSchemas: readonly string[],
): Promise<Catalog> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, catalogMaxBytes, () =>
    client.query<{ catalog: Catalog }>(catalogQuery, [exposedSchemas]),
  );
  if (row === undefined) throw new Error('The catalog query gave no row.');
  return row.catalog;
}
