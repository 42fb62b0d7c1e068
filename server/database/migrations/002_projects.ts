import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.projects (
      id int generated always as identity primary key,
      ref text not null unique,
      organization_id int not null references basechart.organizations on delete restrict,
      parent_project_ref text,
      name text not null,
      status text not null,
      status_reason text,
      cloud_provider text not null,
      region text not null,
      compute_size text not null,
      db_version text,
      data_api boolean not null,
      automatic_rls boolean not null,
      inserted_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index projects_organization on basechart.projects (organization_id)`.execute(db);
  await sql`
    create table basechart.project_secrets (
      project_id int primary key references basechart.projects on delete cascade,
      jwt_secret text not null,
      anon_key text not null,
      service_role_key text not null,
      platform_password text not null,
      password_verifier text
    )`.execute(db);
  await sql`
    create table basechart.project_operations (
      id bigint generated always as identity primary key,
      project_id int not null references basechart.projects on delete cascade,
      kind text not null,
      requested_by uuid,
      server_id uuid not null,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now(),
      finished_at timestamptz,
      error text
    )`.execute(db);
  // A project has only one operation at a time, whichever servers are involved.
  await sql`create unique index project_operations_unfinished on basechart.project_operations (project_id) where finished_at is null`.execute(
    db,
  );
}
