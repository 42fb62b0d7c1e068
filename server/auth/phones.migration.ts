import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The phone number that a user changes to, until its code is entered. */
export const phones = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      alter table users
        add column new_phone text,
        add column phone_change_sent_at timestamptz`.execute(db);
    await sql`create index users_new_phone on users (new_phone) where new_phone is not null`.execute(db);
  },
});
