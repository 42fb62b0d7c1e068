import { escapeLiteral, type ClientBase } from 'pg';

/**
 * Lets only the developer read `pg_stat_statements`. The statistics cover the whole Postgres server, and show a role
 * everything that it ran in any database; but `anon` and the other shared roles exist once for all projects, so each
 * project could read the queries of the others. Only a superuser can have created the extension.
 */
export async function guardStatistics(admin: ClientBase, developer: string): Promise<void> {
  await admin.query(`
    do $$ declare part record; begin
      for part in
        select d.classid, d.objid, d.classid = 'pg_class'::regclass as is_view from pg_depend d join pg_extension e on e.oid = d.refobjid
        where d.refclassid = 'pg_extension'::regclass and d.deptype = 'e' and e.extname = 'pg_stat_statements'
          and (d.classid = 'pg_proc'::regclass or d.classid = 'pg_class'::regclass and (select relkind = 'v' from pg_class where oid = d.objid))
      loop
        if part.is_view then
          execute format('revoke all on %s from public', part.objid::regclass);
          execute format('grant select on %s to %I', part.objid::regclass, ${escapeLiteral(developer)});
        elsif (select proname = 'pg_stat_statements' or proname = 'pg_stat_statements_info' from pg_proc where oid = part.objid) then
          execute format('revoke all on function %s from public', part.objid::regprocedure);
          execute format('grant execute on function %s to %I', part.objid::regprocedure, ${escapeLiteral(developer)});
        end if;
      end loop;
    exception when insufficient_privilege then null;
    end $$`);
}
