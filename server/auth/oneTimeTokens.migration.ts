import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes and links of mails, the code exchanges that links begin, and what a user waits for. */
export const oneTimeTokens = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      alter table users
        add column confirmation_sent_at timestamptz,
        add column recovery_sent_at timestamptz,
        add column reauthentication_sent_at timestamptz,
        add column new_email text,
        add column email_change_sent_at timestamptz`.execute(db);
    await sql`
      create table one_time_tokens (
        user_id uuid not null references users on delete cascade,
        kind text not null,
        sent_to text not null,
        code_hash text not null,
        link_hash text not null unique,
        attempts integer not null default 0,
        awaits_other boolean not null default false,
        code_challenge text,
        code_challenge_method text,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (user_id, kind)
      )`.execute(db);
    await sql`create index one_time_tokens_sent_to on one_time_tokens (sent_to, kind)`.execute(db);
    await sql`create index one_time_tokens_expiry on one_time_tokens (expires_at)`.execute(db);
    await sql`
      create table flow_state (
        auth_code_hash text primary key,
        user_id uuid not null references users on delete cascade,
        code_challenge text not null,
        code_challenge_method text not null,
        authentication_method text not null,
        auth_code_issued_at timestamptz not null
      )`.execute(db);
    await sql`create index flow_state_issued on flow_state (auth_code_issued_at)`.execute(db);
  },
});
