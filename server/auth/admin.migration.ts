import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations, and an index in the order in which administrators list users. */
export const admin = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`alter table users add column invited_at timestamptz`.execute(db);
    await sql`create index users_list on users (aud, created_at, id)`.execute(db);
  },
});
