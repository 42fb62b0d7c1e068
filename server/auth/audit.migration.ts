import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What happened to each account. */
export const audit = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      create table audit_log_entries (
        id bigint generated always as identity primary key,
        user_id uuid not null,
        action text not null,
        details jsonb not null,
        ip text not null,
        user_agent text,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index audit_log_entries_user on audit_log_entries (user_id, id)`.execute(db);
    await sql`create index audit_log_entries_action on audit_log_entries (user_id, action, id)`.execute(db);
    await sql`create index audit_log_entries_created on audit_log_entries (created_at)`.execute(db);
  },
});
