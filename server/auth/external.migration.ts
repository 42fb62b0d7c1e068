import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sign-ins that are under way at another provider, and the tokens that provider gave. */
export const external = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      create table external_flows (
        id uuid primary key,
        provider text not null,
        redirect_to text not null,
        code_challenge text,
        code_challenge_method text,
        browser_hash text,
        link_user_id uuid references users on delete cascade,
        used_at timestamptz,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index external_flows_created on external_flows (created_at)`.execute(db);
    await sql`alter table flow_state add column provider_tokens text`.execute(db);
  },
});

/** The session in which a user began to add a way to sign in. */
export const linkSessions = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    // Nothing tells in which session these began.
    await sql`delete from external_flows where link_user_id is not null`.execute(db);
    await sql`
      alter table external_flows
        add column link_session_id uuid,
        add check ((link_user_id is null) = (link_session_id is null))`.execute(db);
  },
});
