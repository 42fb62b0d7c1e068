import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Second factors, their challenges, and which of them a session was verified with. */
export const factors = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      create table mfa_factors (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        friendly_name text not null,
        factor_type text not null check (factor_type in ('totp')),
        status text not null check (status in ('unverified', 'verified')),
        secret text not null,
        last_step bigint,
        last_challenged_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (user_id, friendly_name)
      )`.execute(db);
    await sql`
      create table mfa_challenges (
        id uuid primary key,
        factor_id uuid not null references mfa_factors on delete cascade,
        ip text not null,
        verified_at timestamptz,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index mfa_challenges_factor on mfa_challenges (factor_id)`.execute(db);
    await sql`create index mfa_challenges_created on mfa_challenges (created_at)`.execute(db);
    await sql`alter table sessions add column factor_id uuid references mfa_factors on delete set null`.execute(db);
    await sql`create index sessions_factor on sessions (factor_id) where factor_id is not null`.execute(db);
  },
});
