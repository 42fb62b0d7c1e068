import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import type { DocsSectionsTable } from '../../database/tables/docs.tables.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { wordsOf } from './words.ts';

/** A section with what the search knows of its page. Its place in the list is its id. */
export type DocsSection = Omit<DocsSectionsTable, 'search' | 'id'>;

/** Rows of one statement: each has nine parameters, of which Postgres takes 65,535. */
const batch = 500;

export const batchesOf = <Row>(rows: readonly Row[], size = batch): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));

export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** One server at a time writes the index; the lock ends with the transaction. */
export const lockIndex = (db: ControlDatabase) =>
  sql`select pg_advisory_xact_lock(hashtextextended('basechart docs', 0))`.execute(db);

/** Brings the index of words up to date. Nothing is written while the docs are the same as at the last time. */
export async function indexDocs(
  db: ControlDatabase,
  sections: readonly DocsSection[],
  { trigrams }: SearchExtensions,
): Promise<void> {
  const hash = hashOf('words 2', trigrams, sections);
  const known = await db.selectFrom('docs_index').select('hash').executeTakeFirst();
  if (known?.hash === hash) return;
  await db.transaction().execute(async (transaction) => {
    await lockIndex(transaction);
    await transaction.deleteFrom('docs_sections').execute();
    await transaction.deleteFrom('docs_words').execute();
    for (const [index, rows] of batchesOf(sections).entries())
      await transaction
        .insertInto('docs_sections')
        .values(rows.map((section, place) => ({ ...section, id: index * batch + place })))
        .execute();
    const counts = new Map<string, number>();
    for (const { title, heading, body } of sections)
      for (const word of new Set(wordsOf(`${title} ${heading} ${body}`))) counts.set(word, (counts.get(word) ?? 0) + 1);
    await sql`insert into basechart.docs_words select * from
      unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[])`.execute(transaction);
    if (trigrams !== null)
      await sql`create index if not exists docs_words_trigrams on basechart.docs_words
        using gin (word ${sql.id(trigrams)}.gin_trgm_ops)`.execute(transaction);
    await transaction
      .insertInto('docs_index')
      .values({ id: 1, hash })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash }))
      .execute();
  });
  await sql`analyze basechart.docs_sections, basechart.docs_words`.execute(db);
}
