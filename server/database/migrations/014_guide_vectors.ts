import { sql, type Kysely } from 'kysely';

/** The sections of the guides and their words as vectors, for the search by meaning. Numbers are 32-bit floats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.guide_vectors (
      hash text primary key,
      terms text[] not null,
      weights bytea not null,
      term_vectors bytea not null,
      text_vectors bytea not null
    )`.execute(db);
}
