import { sql, type Kysely } from 'kysely';

/**
 * The index of the docs moves to tables that are written once for each state of the docs and named after it
 * (`docsTables.ts`). The texts that a search shows are those of the guides themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table if exists basechart.docs_sections, basechart.docs_words, basechart.docs_postings, basechart.docs_index,
      basechart.docs_latent_vectors, basechart.docs_embedding_vectors`.execute(db);
}
