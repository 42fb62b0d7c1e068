import { enableRowSecurity, hasInvokersRights, revokeFromCallers, setInvokersRights } from '../catalog/remedies.ts';
import type { LintRule } from './lint.ts';

/** Names of columns that are likely to hold secrets or personal data. */
const sensitiveNames =
  '(password|passwd|passphrase|secret|api_?key|private_?key|access_?key|credit_?card|card_?number)' +
  '|(access|auth|refresh|reset|session)_?token|(^|_)(pwd|tokens?|cvv|ssn|iban)$';

export const securityLints: readonly LintRule[] = [
  {
    name: 'rls_disabled_in_public',
    title: 'Table without row level security',
    description:
      'Callers of the Data API can read all rows of this table. With row level security, policies decide who reads which rows.',
    category: 'security',
    level: 'error',
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key, null as detail,
        ${enableRowSecurity} as remedy
      from reachable r where r.relkind in ('r', 'p') and not r.relrowsecurity`,
  },
  {
    name: 'sensitive_columns_exposed',
    title: 'Sensitive columns without row level security',
    description:
      'The names of these columns suggest secrets or personal data, and callers of the Data API can read them.',
    category: 'security',
    level: 'error',
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key,
        'Columns: ' || string_agg(a.attname, ', ' order by a.attnum) as detail, ${enableRowSecurity} as remedy
      from reachable r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      where r.relkind in ('r', 'p') and not r.relrowsecurity and lower(a.attname) ~ '${sensitiveNames}'
        and exists (select from callers where has_column_privilege(callers.oid, r.oid, a.attnum, 'select'))
      group by r.nspname, r.relname, r.oid`,
  },
  {
    name: 'policy_exists_rls_disabled',
    title: 'Policies without row level security',
    description: 'The table has policies, but row level security is off, so Postgres does not apply them.',
    category: 'security',
    level: 'error',
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key,
        'Policies: ' || string_agg(p.polname, ', ' order by p.polname) as detail, ${enableRowSecurity} as remedy
      from relations r join pg_policy p on p.polrelid = r.oid
      where not r.relrowsecurity
      group by r.nspname, r.relname, r.oid`,
  },
  {
    name: 'security_definer_view',
    title: 'View that bypasses row level security',
    description:
      'The view reads its tables with the rights of its owner, so policies of these tables do not apply to the caller.',
    category: 'security',
    level: 'error',
    sql: `
      select r.nspname as schema, r.relname as name, 'view' as kind, r.oid as table, null as key, null as detail,
        ${setInvokersRights} as remedy
      from reachable r where r.relkind = 'v' and not ${hasInvokersRights}`,
  },
  {
    name: 'materialized_view_in_api',
    title: 'Materialized view in the Data API',
    description:
      'Postgres has no row level security for materialized views: callers of the Data API can read all rows.',
    category: 'security',
    level: 'warning',
    sql: `
      select r.nspname as schema, r.relname as name, 'materialized view' as kind, r.oid as table, null as key,
        null as detail, ${revokeFromCallers} as remedy
      from reachable r where r.relkind = 'm'`,
  },
  {
    name: 'foreign_table_in_api',
    title: 'Foreign table in the Data API',
    description:
      'Postgres has no row level security for foreign tables: callers of the Data API can read the rows of the other server.',
    category: 'security',
    level: 'warning',
    sql: `
      select r.nspname as schema, r.relname as name, 'foreign table' as kind, r.oid as table, null as key,
        null as detail, ${revokeFromCallers} as remedy
      from reachable r where r.relkind = 'f'`,
  },
  {
    name: 'rls_policy_always_true',
    title: 'Policy that lets everyone write',
    description:
      'Its condition is always true, so every statement that runs as one of its roles may write any row. The Data API only reads.',
    category: 'security',
    level: 'warning',
    // Each command has its own conditions, and a restrictive policy for it may still refuse.
    sql: `
      select r.nspname as schema, p.polname as name, 'policy' as kind, r.oid as table,
        format('%I.%I.%I', r.nspname, r.relname, p.polname) as key,
        format('On %s.%s for %s', r.nspname, r.relname, coalesce(c.command, 'ALL')) as detail, null as remedy
      from reachable r join pg_policy p on p.polrelid = r.oid left join commands c on c.code = p.polcmd::text
      where r.relrowsecurity and p.polpermissive and p.polcmd <> 'r'
        and exists (
          select from callers cross join commands write
          where (0 = any (p.polroles) or callers.oid = any (p.polroles))
            and write.code <> 'r' and p.polcmd::text in (write.code, '*')
            and (write.code = 'a' or pg_get_expr(p.polqual, p.polrelid) = 'true')
            and (write.code = 'd' or pg_get_expr(coalesce(p.polwithcheck, p.polqual), p.polrelid) = 'true')
            and case write.code when 'd' then has_table_privilege(callers.oid, r.oid, 'delete')
              else has_any_column_privilege(callers.oid, r.oid, write.command) end
            and not exists (
              select from pg_policy other where other.polrelid = p.polrelid and not other.polpermissive
                and other.polcmd::text in (write.code, '*')
            )
        )`,
  },
  {
    name: 'function_search_path_mutable',
    title: 'Function with a mutable search path',
    description:
      'The function looks names up in the search path of its caller, who can make it use other tables or functions than its author meant.',
    category: 'security',
    level: 'warning',
    // A body in standard SQL is resolved when the function is created. The remedy keeps the path of the database.
    sql: `
      select n.nspname as schema, format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as name,
        case p.prokind when 'p' then 'procedure' else 'function' end as kind, null::oid as table,
        format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as key,
        case when p.prosecdef then 'Runs with the rights of its owner (security definer)' end as detail,
        format('alter routine %I.%I(%s) set search_path = %s;', n.nspname, p.proname,
          pg_get_function_identity_arguments(p.oid),
          concat_ws(', ', quote_ident(n.nspname), case when n.nspname <> 'public' then 'public' end,
            (select 'extensions' from pg_namespace e where e.nspname = 'extensions' and n.nspname <> 'extensions'), 'pg_temp')
        ) as remedy
      from pg_proc p join schemas n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where p.prokind in ('f', 'p') and l.lanname not in ('c', 'internal') and p.prosqlbody is null
        and not exists (select from unnest(p.proconfig) as setting where setting like 'search\\_path=%')
        and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
        )`,
  },
  {
    name: 'extension_in_public',
    title: 'Extension in the public schema',
    description:
      'Its functions and types stand among your own objects, and its tables and views are shown by the Data API.',
    category: 'security',
    level: 'warning',
    // Its objects may belong to another role, so it cannot be moved. What has rows is not created again.
    sql: `
      select n.nspname as schema, e.extname as name, 'extension' as kind, null::oid as table, null as key, null as detail,
        case when e.extrelocatable and pg_has_role(e.extowner, 'usage')
          and exists (select from pg_namespace where nspname = 'extensions')
          and not exists (
            select from pg_depend d join pg_class c on c.oid = d.objid and c.relkind in ('r', 'p', 'm')
            where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid
          ) then format(E'drop extension %1$I;\\ncreate extension %1$I schema extensions;', e.extname) end as remedy
      from pg_extension e join schemas n on n.oid = e.extnamespace where n.exposed`,
  },
  {
    name: 'rls_enabled_no_policy',
    title: 'Row level security without a policy',
    description:
      'Without a policy, the Data API shows no rows of these tables to the public API key. Create policies if an app needs the rows; if only your own servers do, ignore this.',
    category: 'security',
    level: 'info',
    sql: `
      select r.nspname as schema, r.relname as name, 'table' as kind, r.oid as table, null as key, null as detail,
        null as remedy
      from reachable r
      where r.relkind in ('r', 'p') and r.relrowsecurity and not exists (select from pg_policy p where p.polrelid = r.oid)`,
  },
];
