import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { admin } from './admin.migration.ts';
import { audit } from './audit.migration.ts';
import { external, linkSessions } from './external.migration.ts';
import { factors } from './factors.migration.ts';
import { keyRotation } from './keyRotation.migration.ts';
import { oneTimeTokens } from './oneTimeTokens.migration.ts';
import { phones } from './phones.migration.ts';
import { saml } from './saml.migration.ts';
import { userSearch } from './userSearch.migration.ts';

/** Migrations of the auth schema. The search path selects the schema, whose name is configurable. */
export const authMigrations = (schema: string): Readonly<Record<string, Migration>> => ({
  '001_users': {
    async up(db) {
      await sql`set local search_path = ${sql.id(schema)}`.execute(db);
      await sql`
        create table users (
          id uuid primary key,
          aud text not null,
          role text not null,
          email text,
          phone text,
          encrypted_password text,
          email_confirmed_at timestamptz,
          phone_confirmed_at timestamptz,
          last_sign_in_at timestamptz,
          raw_app_meta_data jsonb not null,
          raw_user_meta_data jsonb not null,
          is_sso_user boolean not null default false,
          is_anonymous boolean not null default false,
          banned_until timestamptz,
          deleted_at timestamptz,
          created_at timestamptz not null,
          updated_at timestamptz not null
        )`.execute(db);
      await sql`create unique index users_email on users (lower(email)) where not is_sso_user`.execute(db);
      await sql`create unique index users_phone on users (phone)`.execute(db);
      await sql`
        create table identities (
          id uuid primary key,
          user_id uuid not null references users on delete cascade,
          provider text not null,
          provider_id text not null,
          identity_data jsonb not null,
          email text,
          last_sign_in_at timestamptz,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          unique (provider, provider_id)
        )`.execute(db);
      await sql`create index identities_user on identities (user_id)`.execute(db);
      await sql`
        create table sessions (
          id uuid primary key,
          user_id uuid not null references users on delete cascade,
          aal text not null check (aal in ('aal1', 'aal2')),
          user_agent text,
          ip text,
          refreshed_at timestamptz,
          created_at timestamptz not null,
          updated_at timestamptz not null
        )`.execute(db);
      await sql`create index sessions_user on sessions (user_id, created_at)`.execute(db);
      await sql`
        create table mfa_amr_claims (
          session_id uuid not null references sessions on delete cascade,
          method text not null,
          updated_at timestamptz not null,
          primary key (session_id, method)
        )`.execute(db);
      await sql`
        create table refresh_tokens (
          id bigint generated always as identity primary key,
          session_id uuid not null references sessions on delete cascade,
          token_hash text not null unique,
          salt text,
          used_at timestamptz,
          created_at timestamptz not null
        )`.execute(db);
      await sql`create index refresh_tokens_session on refresh_tokens (session_id, id)`.execute(db);
      await sql`
        create table signing_keys (
          kid text primary key,
          jwk jsonb not null,
          created_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '002_purge': {
    async up(db) {
      await sql`set local search_path = ${sql.id(schema)}`.execute(db);
      await sql`create index refresh_tokens_used on refresh_tokens (used_at) where used_at is not null`.execute(db);
    },
  },
  '003_one_time_tokens': oneTimeTokens(schema),
  '004_factors': factors(schema),
  '005_audit': audit(schema),
  '006_key_rotation': keyRotation(schema),
  '007_admin': admin(schema),
  '008_external': external(schema),
  '010_saml': saml(schema),
  '011_phones': phones(schema),
  '012_user_search': userSearch(schema),
  '013_link_sessions': linkSessions(schema),
});
