import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.profiles (
      id int generated always as identity primary key,
      gotrue_id uuid not null unique,
      username text not null,
      primary_email text not null,
      first_name text,
      last_name text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table basechart.organizations (
      id int generated always as identity primary key,
      slug text not null unique,
      name text not null,
      kind text not null,
      size text,
      tier text not null,
      billing_email text,
      restriction_status text,
      restriction_data jsonb,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table basechart.organization_members (
      organization_id int not null references basechart.organizations on delete cascade,
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      role text not null check (role in ('owner', 'developer')),
      created_at timestamptz not null default now(),
      primary key (organization_id, user_id)
    )`.execute(db);
  await sql`create index organization_members_user on basechart.organization_members (user_id)`.execute(db);
  await sql`
    create table basechart.telemetry (
      id bigint generated always as identity primary key,
      kind text not null,
      body jsonb not null,
      received_at timestamptz not null default now()
    )`.execute(db);
  // Losing the counts in a crash is harmless, so they skip the write-ahead log.
  await sql`create unlogged table basechart.rate_limits (key text primary key, full_at_ms float8 not null)`.execute(db);
}
