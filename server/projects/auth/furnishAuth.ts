import { sql, type Kysely } from 'kysely';
import { ApiError } from '../../http/errors.ts';
import { projectAuthSchema } from '../engines/projectAuthSchema.ts';

/** Columns of users that a project's developers may read: no hash is among them. */
const readableColumns = [
  'id',
  'aud',
  'role',
  'email',
  'phone',
  'email_confirmed_at',
  'phone_confirmed_at',
  'invited_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'is_sso_user',
  'is_anonymous',
  'banned_until',
  'deleted_at',
  'created_at',
  'updated_at',
];

/** From this version on, deferred triggers run as the role whose statement queued them. */
const safeTriggersVersion = 180_000;

/**
 * Creates the schema, which must belong to this server alone: the owner of a schema can replace its tables by others,
 * with triggers that would run with this server's rights.
 */
export async function claimAuthSchema(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists ${sql.id(projectAuthSchema)}`.execute(db);
  const { rows } = await sql<{ is_own: boolean }>`
    select nspowner = (select oid from pg_catalog.pg_roles where rolname = current_user) as is_own
    from pg_catalog.pg_namespace where nspname = ${projectAuthSchema}`.execute(db);
  if (rows[0]?.is_own === true) return;
  throw new ApiError(
    409,
    'auth_schema_taken',
    'The database already has a schema "auth". Rename it, because the users of the project need that name.',
  );
}

/** What policies and the developer's SQL need of the users; written again at every start, because it may change. */
export async function furnishAuthSchema(db: Kysely<unknown>, developer: string): Promise<void> {
  const schema = sql.id(projectAuthSchema);
  const role = sql.id(developer);
  const everyone = sql`anon, authenticated, service_role, ${role}`;
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`
      create or replace function ${schema}.jwt() returns jsonb language sql stable set search_path = '' as $$
        select coalesce(nullif(pg_catalog.current_setting('request.jwt.claims', true), ''), '{}')::pg_catalog.jsonb
      $$`.execute(tx);
    await sql`
      create or replace function ${schema}.uid() returns uuid language sql stable set search_path = '' as $$
        select (${schema}.jwt() ->> 'sub')::pg_catalog.uuid
      $$`.execute(tx);
    await sql`
      create or replace function ${schema}.role() returns text language sql stable set search_path = '' as $$
        select ${schema}.jwt() ->> 'role'
      $$`.execute(tx);
    await sql`
      create or replace function ${schema}.email() returns text language sql stable set search_path = '' as $$
        select ${schema}.jwt() ->> 'email'
      $$`.execute(tx);
    await sql`grant usage on schema ${schema} to ${everyone}`.execute(tx);
    await sql`
      grant execute on function ${schema}.jwt(), ${schema}.uid(), ${schema}.role(), ${schema}.email()
      to ${everyone}`.execute(tx);
    await sql`
      grant select (${sql.join(readableColumns.map((column) => sql.id(column)))}) on ${schema}.users
      to ${role}`.execute(tx);
    if (Number(rows[0]?.version) >= safeTriggersVersion)
      await sql`grant references (id) on ${schema}.users to ${role}`.execute(tx);
  });
}
