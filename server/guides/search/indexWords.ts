import { sql, type RawBuilder } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import type { DocsSection } from './docsSection.ts';
import { batchesOf, docsTable, hashOf, writeDocsTables } from './docsTables.ts';
import { bytesOfPostings } from './postings.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { countWords, stemPostings } from './stemPostings.ts';
import { stemsOf } from './stems.ts';

/** Changes with what is written, so that the index of an older version is not read. */
const method = 'words 6';

const wordsPerStatement = 5_000;
/** Postings have up to 16 kB. */
const postingsPerStatement = 100;

export interface WordTables {
  /** Every word of the docs that has a stem (`word`, `stem`), and in how many `sections` it is. */
  words: RawBuilder<unknown>;
  /** For each `stem` its sections, as `postings.ts` reads them. */
  postings: RawBuilder<unknown>;
}

/**
 * The index of the words of the docs, written unless it is there. Each stem has its sections in one value: a search
 * reads a few of them instead of the texts that they are in.
 */
export async function indexWords(
  db: ControlDatabase,
  sections: readonly DocsSection[],
  { trigrams }: SearchExtensions,
): Promise<WordTables> {
  const hash = hashOf(method, trigrams, sections);
  const words = docsTable('docs_words', hash);
  const postings = docsTable('docs_postings', hash);
  await writeDocsTables(db, hash, ['docs_words', 'docs_postings'], async (transaction) => {
    const { counts, usualLength } = countWords(sections);
    const stems = new Map((await stemsOf(transaction, [...counts.keys()])).map(({ word, stem }) => [word, stem]));
    await sql`create table ${words} (word text collate "C", stem text not null, sections int not null)`.execute(
      transaction,
    );
    for (const rows of batchesOf([...stems], wordsPerStatement))
      await sql`insert into ${words} select * from unnest(
        ${rows.map(([word]) => word)}::text[], ${rows.map(([, stem]) => stem)}::text[],
        ${rows.map(([word]) => counts.get(word))}::int[])`.execute(transaction);
    await sql`alter table ${words} add primary key (word)`.execute(transaction);
    if (trigrams !== null)
      await sql`create index on ${words} using gin (word ${sql.id(trigrams, 'gin_trgm_ops')})`.execute(transaction);

    await sql`create table ${postings} (stem text collate "C", postings bytea not null)`.execute(transaction);
    // Compressing them costs more than it saves.
    await sql`alter table ${postings} alter column postings set storage external`.execute(transaction);
    for (const rows of batchesOf([...stemPostings(sections, stems, usualLength)], postingsPerStatement))
      await sql`insert into ${postings} select * from unnest(
        ${rows.map(([stem]) => stem)}::text[], ${rows.map(([, found]) => bytesOfPostings(found))}::bytea[])`.execute(
        transaction,
      );
    await sql`alter table ${postings} add primary key (stem)`.execute(transaction);
  });
  return { words, postings };
}
