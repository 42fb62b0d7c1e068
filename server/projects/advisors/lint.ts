import type { FindingCategory, FindingLevel } from '../../../src/contract/advisors/advisors.ts';
import { isDeveloperSchema } from '../engines/developerSchema.ts';

/** What a lint's query gives of one finding. */
export interface FoundRow {
  schema: string | null;
  name: string;
  kind: string;
  table: number | null;
  /** With the lint's name, what makes the finding's id; null where schema and name do. */
  key: string | null;
  detail: string | null;
  remedy: string | null;
}

/** One check of a catalog. Each lint has a section in `docs/guides/database/advisors.md` with its title. */
export interface LintRule {
  name: string;
  /** What was found, as a noun. */
  title: string;
  /** Why it matters. */
  description: string;
  category: FindingCategory;
  level: FindingLevel;
  /** A query with the columns of `FoundRow`, over the tables of `lintPrefix`. It only reads the catalog. */
  sql: string;
  /** Completes what the query cannot write. */
  complete?: (row: FoundRow) => FoundRow;
}

/**
 * What all lints begin with; Postgres runs only what a lint refers to. `$1` has the schemas that the Data API shows.
 * Schemas of the platform belong to another role than the developer's, and what extensions install is theirs.
 */
export const lintPrefix = `
  with schemas as (
    select oid, nspname, nspname = any ($1::text[]) as exposed from pg_namespace
    where ${isDeveloperSchema('nspname')}
      and (nspname = 'public' or pg_has_role(nspowner, 'usage'))
  ), relations as (
    select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relispartition, c.relpages, c.reltuples, c.reloptions,
      n.nspname, n.exposed
    from pg_class c join schemas n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  ), callers as (
    select oid, rolname from pg_roles where rolname in ('anon', 'authenticated')
  ), reachable as (
    select r.* from relations r
    where r.exposed and exists (
      select from callers where has_any_column_privilege(callers.oid, r.oid, 'select, insert, update')
        or has_table_privilege(callers.oid, r.oid, 'delete')
    )
  ), commands (code, command) as (
    values ('r', 'SELECT'), ('a', 'INSERT'), ('w', 'UPDATE'), ('d', 'DELETE')
  )`;
