import { sql, type Kysely } from 'kysely';

/** Id of the key that encrypts the secrets; the key itself is stored elsewhere. Without one, they are plain text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.secret_keys (
      key_id text primary key,
      made_at timestamptz not null default now()
    )`.execute(db);
}
