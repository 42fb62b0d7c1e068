import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { userGrams } from './userGrams.ts';

/** Indexes for each way in which users are searched. They need no extension, which a project's developers may drop. */
export const userSearch = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`create index users_grams on users using gin ((${userGrams}))`.execute(db);
    await sql`create index users_phone_prefix on users (phone text_pattern_ops) where phone is not null`.execute(db);
    await sql`create index identities_provider on identities (provider text_pattern_ops, user_id)`.execute(db);
  },
});
