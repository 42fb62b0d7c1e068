import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Identity providers of organizations, which sign their users in by SAML. */
export const saml = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      create table sso_providers (
        id uuid primary key,
        entity_id text not null unique,
        sso_url text not null,
        certificates text[] not null,
        metadata_xml text not null,
        email_attribute text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db);
    await sql`
      create table sso_domains (
        domain text primary key,
        sso_provider_id uuid not null references sso_providers on delete cascade
      )`.execute(db);
    await sql`create index sso_domains_provider on sso_domains (sso_provider_id)`.execute(db);
    await sql`
      create table saml_relay_states (
        id uuid primary key,
        sso_provider_id uuid not null references sso_providers on delete cascade,
        request_id text not null,
        redirect_to text not null,
        code_challenge text not null,
        code_challenge_method text not null,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index saml_relay_states_created on saml_relay_states (created_at)`.execute(db);
  },
});
