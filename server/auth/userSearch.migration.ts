import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The searched fields, each on a line. What this migration has built must not follow later changes of the search. */
const fields = [
  `lower(coalesce(email, '')`,
  `coalesce(left(raw_user_meta_data ->> 'name', 255), '')`,
  `coalesce(left(raw_user_meta_data ->> 'full_name', 255), ''))`,
].join(' || chr(10) || ');
const cutFrom = (place: number) => `regexp_replace(substr(${fields}, ${place}), '(...)', '\\1' || chr(10), 'g')`;
const grams = `array_to_tsvector(array_remove(string_to_array(${[1, 2, 3].map(cutFrom).join(' || chr(10) || ')}, chr(10)), ''))`;

/** Indexes for each way in which users are searched. They need no extension, which a project's developers may drop. */
export const userSearch = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`create index users_grams on users using gin ((${sql.raw(grams)}))`.execute(db);
    await sql`create index users_phone_prefix on users (phone text_pattern_ops) where phone is not null`.execute(db);
    await sql`create index identities_provider on identities (provider text_pattern_ops, user_id)`.execute(db);
  },
});
