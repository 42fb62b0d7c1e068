import { sql, type Kysely } from 'kysely';

/** The vectors of the sections follow from those of the terms; those of many sections are too large for one value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.docs_spaces drop column section_vectors`.execute(db);
}
