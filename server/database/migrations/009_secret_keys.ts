import { sql, type Kysely } from 'kysely';

/** Which key the secrets are encrypted with; the key itself is kept elsewhere. As long as there is none, they stand in clear. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.secret_keys (
      key_id text primary key,
      made_at timestamptz not null default now()
    )`.execute(db);
}
