import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import type { DocsSectionsTable } from '../../database/tables/docs.tables.ts';
import { bytesOfPostings } from './postings.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { countWords, stemPostings } from './stemPostings.ts';

/** A section with what the search knows of its page. Its place in the list is its id. */
export type DocsSection = Omit<DocsSectionsTable, 'id'> & { body: string };

/** Rows of one statement: each has ten parameters, of which Postgres takes 65,535. */
const batch = 500;

export const batchesOf = <Row>(rows: readonly Row[], size = batch): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));

export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** One server at a time writes the index; the lock ends with the transaction. */
export const lockIndex = (db: ControlDatabase) =>
  sql`select pg_advisory_xact_lock(hashtextextended('basechart docs', 0))`.execute(db);

/** The stem of each word; words that are in any text, such as "how", have none. */
async function stemsOf(db: ControlDatabase, words: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, stem from unnest(${[...words]}::text[]) as asked (word)
    cross join lateral unnest(ts_lexize('pg_catalog.english_stem', word)) as stem`.execute(db);
  return new Map(rows.map(({ word, stem }) => [word, stem]));
}

/**
 * Brings the index of words up to date; nothing is written while the docs are the same as at the last time. Each stem
 * has its sections in one value: a search reads a few of them instead of the texts that they are in.
 */
export async function indexDocs(
  db: ControlDatabase,
  sections: readonly DocsSection[],
  { trigrams }: SearchExtensions,
): Promise<void> {
  const hash = hashOf('words 4', trigrams, sections);
  const known = await db.selectFrom('docs_index').select('hash').executeTakeFirst();
  if (known?.hash === hash) return;
  const counts = countWords(sections);
  const stems = await stemsOf(db, [...counts.keys()]);
  const words = [...stems].map(([word, stem]) => ({ word, stem, sections: counts.get(word)! }));
  const postings = [...stemPostings(sections, stems)].map(([stem, found]) => ({
    stem,
    postings: bytesOfPostings(found),
  }));
  await db.transaction().execute(async (transaction) => {
    await lockIndex(transaction);
    await transaction.deleteFrom('docs_sections').execute();
    await transaction.deleteFrom('docs_words').execute();
    await transaction.deleteFrom('docs_postings').execute();
    for (const [index, rows] of batchesOf(sections).entries())
      await transaction
        .insertInto('docs_sections')
        .values(
          rows.map(({ body: _body, ...section }, place) => ({
            ...section,
            id: index * batch + place,
          })),
        )
        .execute();
    for (const rows of batchesOf(words)) await transaction.insertInto('docs_words').values(rows).execute();
    for (const rows of batchesOf(postings)) await transaction.insertInto('docs_postings').values(rows).execute();
    if (trigrams !== null)
      await sql`create index if not exists docs_words_trigrams on basechart.docs_words
        using gin (word ${sql.id(trigrams)}.gin_trgm_ops)`.execute(transaction);
    await transaction
      .insertInto('docs_index')
      .values({ id: 1, hash })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash }))
      .execute();
  });
  await sql`analyze basechart.docs_sections, basechart.docs_words, basechart.docs_postings`.execute(db);
}
