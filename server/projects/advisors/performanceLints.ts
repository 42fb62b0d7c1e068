import { escapeIdentifier } from 'pg';
import type { FoundRow, LintRule } from './lint.ts';
import { callPattern, wrapCalls } from './wrapCalls.ts';

/** How often a table must have been read before an index without a read counts as unused. */
const readsThatTell = 100;

/** Pages of 8 kB: the cost of a smaller index does not matter. */
const indexPages = 8;

/** Below this size in bytes, Postgres guesses well enough. */
const analyzedFrom = 1024 * 1024;

/** The columns of an index begin with those of the foreign key `f`, in any order. */
const servesForeignKey = (index: string): string => `
  ${index}.indisvalid and ${index}.indpred is null and ${index}.indnkeyatts >= cardinality(f.conkey)
  and f.conkey <@ array(select unnest((${index}.indkey::smallint[])[0:cardinality(f.conkey) - 1]))`;

const onTable = `format('On %s.%s', r.nspname, r.relname)`;

/** A policy with the functions that it calls for each row, which only the server can rewrite. */
interface PolicyRow extends FoundRow {
  policy: string;
  relation: string;
  using: string | null;
  check: string | null;
  calls: readonly string[];
}

/** Longer conditions are for a developer to rewrite. */
const conditionMaxLength = 2_500;

function completePolicy(row: FoundRow): FoundRow {
  const { policy, relation, using, check, calls, ...found } = row as PolicyRow;
  // Finding the calls takes time that grows with the square of the length.
  if ([using, check].some((condition) => (condition?.length ?? 0) > conditionMaxLength)) return found;
  const clauses = [
    ...(using === null ? [] : [`using (${wrapCalls(using, calls)})`]),
    ...(check === null ? [] : [`with check (${wrapCalls(check, calls)})`]),
  ];
  return {
    ...found,
    remedy: `alter policy ${escapeIdentifier(policy)} on ${relation}\n  ${clauses.join('\n  ')};`,
  };
}

/** The conditions of a policy without what is in quotation marks. */
const bareConditions = `regexp_replace(concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), '''([^'']|'''')*''', '''''', 'g')`;

export const performanceLints: readonly LintRule[] = [
  {
    name: 'auth_rls_initplan',
    title: 'Policy that calls a function for each row',
    description:
      'Postgres calls functions such as auth.uid() again for each row that it looks at. In a subquery, as (select auth.uid()), it calls them once for each query.',
    category: 'performance',
    level: 'warning',
    sql: `
      select r.nspname as schema, p.polname as name, 'policy' as kind, r.oid as table,
        format('%I.%I.%I', r.nspname, r.relname, p.polname) as key,
        ${onTable} as detail, null as remedy,
        p.polname as policy, format('%I.%I', r.nspname, r.relname) as relation,
        left(pg_get_expr(p.polqual, p.polrelid), ${conditionMaxLength + 1}) as using,
        left(pg_get_expr(p.polwithcheck, p.polrelid), ${conditionMaxLength + 1}) as check, calls.names as calls
      from relations r join pg_policy p on p.polrelid = r.oid cross join lateral (
        select array(
          select distinct format('%I.%I()', n.nspname, f.proname)
          from pg_depend d join pg_proc f on f.oid = d.refobjid join pg_namespace n on n.oid = f.pronamespace
          where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
            and f.prokind = 'f' and f.provolatile = 's' and f.pronargs = 0 and not f.proretset
        ) as names
      ) as calls
      where r.relrowsecurity and ${bareConditions} ~ (${callPattern('calls.names')})`,
    complete: completePolicy,
  },
  {
    name: 'multiple_permissive_policies',
    title: 'Several permissive policies',
    description:
      'Postgres checks all permissive policies of a role for a command, for each row. One policy that combines their conditions with “or” is faster and easier to read.',
    category: 'performance',
    level: 'warning',
    sql: `
      select nspname as schema, relname as name, 'table' as kind, oid as table,
        format('%I.%I for %s: %s', nspname, relname, role_name, string_agg(command, ', ' order by command)) as key,
        format('%s for %s: %s', string_agg(command, ', ' order by command), role_name, names) as detail, null as remedy
      from (
        select r.nspname, r.relname, r.oid, c.command, coalesce(pg_roles.rolname, 'every role') as role_name,
          string_agg(p.polname, ', ' order by p.polname) as names
        from relations r
        join (select distinct polrelid, unnest(polroles) as role from pg_policy where polpermissive) of_role on of_role.polrelid = r.oid
        join pg_policy p on p.polrelid = r.oid and p.polpermissive and p.polroles && array[0::oid, of_role.role]
        join commands c on p.polcmd::text in (c.code, '*')
        left join pg_roles on pg_roles.oid = of_role.role
        where r.relrowsecurity and not coalesce(pg_roles.rolbypassrls, false)
        group by r.nspname, r.relname, r.oid, c.command, of_role.role, pg_roles.rolname
        having count(*) > 1 and bool_or(of_role.role = any (p.polroles))
      ) as several
      group by nspname, relname, oid, role_name, names`,
  },
  {
    name: 'duplicate_index',
    title: 'Duplicate index',
    description: 'Another index of the table has the same columns. Both cost space, and time with each write.',
    category: 'performance',
    level: 'warning',
    // The one that more depends on stays: a key, what foreign keys refer to, uniqueness, a constraint, then the older.
    // One that replication or CLUSTER was told to use stays in any case. Those that check uniqueness at another moment,
    // or of nulls, are no duplicates.
    sql: `
      select r.nspname as schema, x.relname as name, 'index' as kind, r.oid as table, null as key,
        format('On %s.%s, the same as %s', r.nspname, r.relname, ranked.kept) as detail,
        case when k.conname is null then format('drop index %I.%I;', r.nspname, x.relname)
          else format('alter table %I.%I drop constraint %I;', r.nspname, r.relname, k.conname) end as remedy
      from (
        select i.indexrelid, i.indrelid, i.indisreplident or i.indisclustered as chosen, row_number() over same as place,
          first_value(c.relname) over same as kept
        from pg_index i join pg_class c on c.oid = i.indexrelid
        left join pg_constraint own on own.conindid = i.indexrelid and own.conrelid = i.indrelid and own.contype in ('p', 'u', 'x')
        where i.indisvalid and not i.indisexclusion and not c.relispartition and exists (
          select from pg_index other
          where other.indrelid = i.indrelid and other.indexrelid <> i.indexrelid and other.indkey::text = i.indkey::text
        )
        window same as (
          partition by i.indrelid, c.relam, i.indkey::text, i.indnkeyatts, i.indclass::text, i.indcollation::text,
            i.indoption::text, pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid),
            i.indimmediate, to_jsonb(i) ->> 'indnullsnotdistinct'
          order by i.indisprimary desc,
            exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f') desc,
            i.indisreplident desc, i.indisunique desc, own.oid is not null desc, i.indexrelid
        )
      ) as ranked
      join relations r on r.oid = ranked.indrelid
      join pg_class x on x.oid = ranked.indexrelid
      left join pg_constraint k on k.conindid = ranked.indexrelid and k.conrelid = ranked.indrelid and k.contype in ('p', 'u', 'x')
      where ranked.place > 1 and not ranked.chosen`,
  },
  {
    name: 'unindexed_foreign_keys',
    title: 'Foreign key without an index',
    description:
      'To delete or change a row of the other table, Postgres looks for rows that refer to it, and reads this table from beginning to end. Joins are slow too.',
    category: 'performance',
    level: 'info',
    sql: `
      select r.nspname as schema, f.conname as name, 'foreign key' as kind, r.oid as table,
        format('%I.%I.%I', r.nspname, r.relname, f.conname) as key,
        format('On %s.%s (%s)', r.nspname, r.relname, columns.names) as detail,
        format('create index on %I.%I (%s);', r.nspname, r.relname, columns.quoted) as remedy
      from relations r join pg_constraint f on f.conrelid = r.oid and f.contype = 'f' and f.conparentid = 0
      cross join lateral (
        select string_agg(a.attname, ', ' order by part.place) as names,
          string_agg(quote_ident(a.attname), ', ' order by part.place) as quoted
        from unnest(f.conkey) with ordinality as part (attnum, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = part.attnum
      ) as columns
      where r.relkind in ('r', 'p') and not exists (
        select from pg_index i where i.indrelid = f.conrelid and ${servesForeignKey('i')}
      )`,
  },
  {
    name: 'no_primary_key',
    title: 'Table without a primary key',
    description:
      'Without a key, no row can be told from another: the table editor cannot change rows, and logical replication cannot follow updates.',
    category: 'performance',
    level: 'info',
    // The key of a partitioned table must have the columns that part it, so a developer has to choose.
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key, null as detail,
        case when r.relkind = 'r' then
          case when exists (select from pg_attribute a where a.attrelid = r.oid and a.attname = 'id' and not a.attisdropped)
            then format('alter table %I.%I add primary key (id);', r.nspname, r.relname)
            else format('alter table %I.%I add column id bigint generated always as identity primary key;', r.nspname, r.relname)
          end
        end as remedy
      from relations r
      where r.relkind in ('r', 'p') and not r.relispartition and not exists (
        select from pg_constraint k where k.conrelid = r.oid and k.contype = 'p'
      )`,
  },
  {
    name: 'unused_index',
    title: 'Unused index',
    description:
      'Since the statistics began, no query has read this index, although its table was read often. An index costs space, and time with each write. The statistics of the embedded engine begin again when a project starts.',
    category: 'performance',
    level: 'info',
    sql: `
      select r.nspname as schema, x.relname as name, 'index' as kind, r.oid as table, null as key,
        format('On %s.%s, which was read %s times', r.nspname, r.relname, reads.total) as detail,
        format('drop index %I.%I;', r.nspname, x.relname) as remedy
      from relations r join pg_index i on i.indrelid = r.oid join pg_class x on x.oid = i.indexrelid
      cross join lateral (
        select pg_stat_get_numscans(r.oid)
          + (select sum(pg_stat_get_numscans(other.indexrelid)) from pg_index other where other.indrelid = r.oid) as total
      ) as reads
      where r.relkind in ('r', 'm') and i.indisvalid and not i.indisunique and not i.indisexclusion
        and not i.indisreplident and not x.relispartition and x.relpages > ${indexPages}
        and pg_stat_get_numscans(i.indexrelid) = 0 and reads.total >= ${readsThatTell}
        and not exists (
          select from pg_constraint f where f.conrelid = r.oid and f.contype = 'f' and ${servesForeignKey('i')}
        )`,
  },
  {
    name: 'never_analyzed',
    title: 'Table that was never analyzed',
    description:
      'Postgres knows nothing about the values in this table, so it may choose slow plans for queries that read it.',
    category: 'performance',
    level: 'info',
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key,
        pg_size_pretty(pg_relation_size(r.oid)) as detail, format('analyze %I.%I;', r.nspname, r.relname) as remedy
      from relations r
      where r.relkind in ('r', 'm') and r.reltuples < 0 and pg_relation_size(r.oid) >= ${analyzedFrom}`,
  },
];
