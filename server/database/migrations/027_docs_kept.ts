import { sql, type Kysely } from 'kysely';

/**
 * Several servers of one database may have different guides, or ask different models: what one of them has computed
 * stays for its next start while the others use theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.docs_spaces add column kept_at timestamptz not null default now()`.execute(db);
  await sql`alter table basechart.docs_embeddings add column used_at timestamptz not null default now()`.execute(db);
}
