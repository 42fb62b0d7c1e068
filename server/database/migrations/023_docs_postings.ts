import { sql, type Kysely } from 'kysely';

/**
 * The index of words as postings: for each stem, one value with its sections and what the stem says about each.
 * Matching and ranking the vectors of whole sections took most of the time of a search. Of the texts themselves, only
 * the beginning is shown. The index is written again from the files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate basechart.docs_sections, basechart.docs_index`.execute(db);
  await sql`
    alter table basechart.docs_sections drop column search, drop column body,
      add column phrases text not null, add column excerpt text not null`.execute(db);
  await sql`drop table basechart.docs_words`.execute(db);
  await sql`
    create table basechart.docs_words (
      word text collate "C" primary key,
      stem text not null,
      sections int not null
    )`.execute(db);
  await sql`
    create table basechart.docs_postings (
      stem text collate "C" primary key,
      postings bytea not null
    )`.execute(db);
  // Compressing them again at each change and expanding them at each search costs more than it saves.
  await sql`alter table basechart.docs_postings alter column postings set storage external`.execute(db);
}
