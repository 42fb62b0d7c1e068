import { isDeveloperSchema } from '../engines/developerSchema.ts';

/** A schema `n` that the session's role may look into, and that may hold what developers created. */
export const openSchema = `${isDeveloperSchema('n.nspname')}
      and has_schema_privilege(n.oid, 'usage')`;

/** A unique index `i` that holds at once and for every row: one with a condition or an expression identifies no row. */
export const uniqueKey =
  'i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null';

/**
 * What depends on a relation, as Postgres describes it in `described`. Views depend on it by their rules, and columns
 * of other tables by the type of its rows. What goes with it does not count, such as its constraints, defaults,
 * policies and triggers, and its place in a publication: they depend on it in another way too (Postgres, "pg_depend").
 */
export const dependantsOf = (relation: string): string => `
  select distinct case
    when dep.classid = 'pg_rewrite'::regclass then
      (select pg_describe_object('pg_class'::regclass, r.ev_class, 0) from pg_rewrite r where r.oid = dep.objid)
    else pg_describe_object(dep.classid, dep.objid, dep.objsubid)
  end as described
  from pg_depend dep
  where dep.deptype = 'n'
    and (
      (dep.refclassid = 'pg_class'::regclass and dep.refobjid = ${relation}.oid)
      or (dep.refclassid = 'pg_type'::regclass and dep.refobjid in (
        select t.oid from pg_type t where t.typrelid = ${relation}.oid
        union all select t.typarray from pg_type t where t.typrelid = ${relation}.oid
      ))
    )
    and not (dep.classid = 'pg_class'::regclass and dep.objid = ${relation}.oid)
    and not exists (
      select from pg_depend own
      where own.classid = dep.classid and own.objid = dep.objid and own.deptype in ('a', 'i', 'P', 'S')
        and own.refclassid = 'pg_class'::regclass and own.refobjid = ${relation}.oid
    )`;
