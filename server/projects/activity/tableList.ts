import { tableListMax, type TableList } from '../../../src/contract/projects/tableList.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { isDeveloperSchema } from '../engines/developerSchema.ts';
import type { Session } from '../engines/engine.ts';
import { flushStatistics } from '../engines/flushStatistics.ts';
import { projectAuthSchema } from '../engines/projectAuthSchema.ts';

/**
 * Rows are estimated from Postgres' statistics, because counting them takes as long as reading them. The running count
 * is right only if it began with an analyze, since an embedded engine forgets it at every stop; then the last analyze
 * counts, and what has changed since. Without one the running count is all there is. The tables of the auth service are
 * not listed; a schema of the same name that the developer owns is.
 */
const tableListQuery = `
  with listed as (
    select c.oid, n.nspname, c.relname, c.relkind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and ${isDeveloperSchema('n.nspname')}
      and (n.nspname <> '${projectAuthSchema}' or pg_has_role(n.nspowner, 'usage'))
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
  ), parts as (
    select oid as root, oid from listed where relkind = 'r'
    union all
    select listed.oid, tree.relid from listed, pg_partition_tree(listed.oid) tree where relkind = 'p' and tree.isleaf
  ), measured as (
    select parts.root, sum(pg_total_relation_size(parts.oid)) as bytes, sum(case
      when coalesce(
        pg_stat_get_last_analyze_time(parts.oid), pg_stat_get_last_autoanalyze_time(parts.oid),
        pg_stat_get_last_vacuum_time(parts.oid), pg_stat_get_last_autovacuum_time(parts.oid)
      ) is not null then pg_stat_get_live_tuples(parts.oid)
      when c.reltuples >= 0 then greatest(
        c.reltuples + pg_stat_get_tuples_inserted(parts.oid) - pg_stat_get_tuples_deleted(parts.oid), 0
      )
      when pg_relation_size(parts.oid) = 0 then 0
      when pg_stat_get_live_tuples(parts.oid) > 0 then pg_stat_get_live_tuples(parts.oid)
    end) as rows
    from parts join pg_class c on c.oid = parts.oid
    group by parts.root
  ), largest as (
    select oid, nspname, relname, round(rows::numeric) as rows, coalesce(bytes, 0) as bytes
    from listed left join measured on measured.root = listed.oid
    order by 5 desc, 2, 3 limit ${tableListMax}
  )
  select json_build_object(
    'tables', coalesce((
      select json_agg(json_build_object(
        'id', oid::bigint, 'schema', nspname, 'name', relname, 'rows', rows, 'bytes', bytes,
        'lacks_policy', (select relrowsecurity from pg_class c where c.oid = largest.oid)
          and not exists (select from pg_policy where polrelid = largest.oid)
      )) from largest
    ), '[]'),
    'count', (select count(*) from listed),
    'database_bytes', pg_database_size(current_database())
  ) as list`;

const listMaxBytes = 1024 * 1024;

/** Tables with their sizes, the largest first. */
export async function readTableList({ client }: Pick<Session, 'client'>): Promise<TableList> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, listMaxBytes, async () => {
    await flushStatistics(client);
    return await client.query<{ list: TableList }>(tableListQuery);
  });
  if (row === undefined) throw new Error('The list of tables gave no row.');
  return row.list;
}
