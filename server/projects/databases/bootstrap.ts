import { escapeIdentifier, escapeLiteral, type ClientBase, type Pool } from 'pg';
import { platformSchema } from '../../../src/contract/projects/platformSchema.ts';
import { errorCode } from '../../common/errorCode.ts';
import { EngineError } from '../engines/engineError.ts';
import type { DatabaseSpec } from './projectDatabases.ts';

/** The roles that row level security policies and the data API use. */
const apiRoles = ['anon', 'authenticated', 'service_role'] as const;

/** Schema for extensions, so that `public` holds only the developer's objects. */
const extensionSchema = 'extensions';

/**
 * The roles of every project. Roles belong to the whole Postgres server: they cannot log in, and developers may only
 * switch to them.
 */
export async function createRoles(admin: ClientBase, options: { bypassRls: boolean }): Promise<void> {
  for (const role of apiRoles) {
    const bypass = role === 'service_role' && options.bypassRls ? 'bypassrls' : '';
    // Two projects may be created concurrently.
    await admin.query(`
      do $$ begin create role ${role} nologin noinherit ${bypass};
      exception when duplicate_object or unique_violation then null; end $$`);
  }
  // An existing role with the same name may have more privileges, which every developer would get.
  const { rows } = await admin.query<{ role: string }>(`
    select rolname as role from pg_roles r where rolname in (${apiRoles.map(escapeLiteral).join(', ')})
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin
        or exists (select from pg_auth_members m join pg_roles given on given.oid = m.roleid where m.member = r.oid and given.rolname not like 'basechart\\_%'))`);
  const [found] = rows;
  if (found)
    throw new EngineError(
      'not_possible',
      `The Postgres server has a role "${found.role}" that can log in, belongs to another role, or has additional privileges, so projects cannot share it. Revoke these first.`,
    );
}

/** Prepares a new database for its developers: roles, schemas, default privileges. Idempotent. */
export async function bootstrapDatabase(
  owner: ClientBase,
  developer: string,
  { automaticRls }: Pick<DatabaseSpec, 'automaticRls'>,
): Promise<void> {
  const role = escapeIdentifier(developer);
  const everyone = apiRoles.join(', ');
  await owner.query('begin');
  try {
    await owner.query(`
      grant ${everyone} to ${role};
      create schema if not exists ${extensionSchema} authorization ${role};
      create schema if not exists ${platformSchema};
      grant usage on schema ${platformSchema} to public;
      grant usage on schema public, ${extensionSchema} to ${everyone};
      alter default privileges for role ${role} in schema public grant all on tables to ${everyone};
      alter default privileges for role ${role} in schema public grant all on sequences to ${everyone};
      alter default privileges for role ${role} in schema public grant all on functions to ${everyone};
      do $$ begin
        execute format('alter database %I set search_path = "$user", public, ${extensionSchema}', current_database());
      end $$`);
    await owner.query(`
      do $$ begin
        -- A setting that may not be read is not in the view.
        if exists (select from pg_settings where name = 'shared_preload_libraries' and setting like '%pg_stat_statements%') then
          create extension if not exists pg_stat_statements schema ${extensionSchema};
        end if;
      exception when insufficient_privilege then null;
      end $$`);
    if (automaticRls) await protectNewTables(owner);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function protectNewTables(owner: ClientBase): Promise<void> {
  try {
    await owner.query(automaticRlsTrigger);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new EngineError(
      'not_possible',
      'Automatic row level security needs an event trigger, which only a superuser can create. Use a superuser in DATABASE_URL, or create the project without it.',
      { cause: error },
    );
  }
}

/**
 * An event trigger runs as the role that creates the table, which owns it and may therefore enable row level security.
 */
const automaticRlsTrigger = `
  create or replace function ${platformSchema}.protect_new_tables() returns event_trigger
  language plpgsql set search_path = '' as $$
  declare made record;
  begin
    for made in
      select objid from pg_catalog.pg_event_trigger_ddl_commands()
      where object_type = 'table' and schema_name = 'public' and not in_extension
    loop
      execute pg_catalog.format('alter table %s enable row level security', made.objid::pg_catalog.regclass);
    end loop;
  end $$;
  drop event trigger if exists basechart_automatic_rls;
  create event trigger basechart_automatic_rls on ddl_command_end
    when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
    execute function ${platformSchema}.protect_new_tables()`;

export async function setPassword(admin: ClientBase | Pool, role: string, verifier: string | null): Promise<void> {
  await admin.query(
    `alter role ${escapeIdentifier(role)} password ${verifier === null ? 'null' : escapeLiteral(verifier)}`,
  );
}
