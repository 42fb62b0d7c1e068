import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When each key began and ceased to sign; the key of earlier versions has always signed. */
export const keyRotation = (schema: string): Migration => ({
  async up(db) {
    await sql`set local search_path = ${sql.id(schema)}`.execute(db);
    await sql`
      alter table signing_keys
        add column activated_at timestamptz,
        add column retired_at timestamptz`.execute(db);
    await sql`update signing_keys set activated_at = created_at`.execute(db);
  },
});
