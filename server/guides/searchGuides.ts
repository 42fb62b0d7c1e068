import { sql } from 'kysely';
import { docsQueryMaxLength } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { excerptLength, type RankedSection } from './foundPages.ts';
import { trigramsOf, wordsOf } from './words.ts';

/** A question has fewer words; more would only cost time. */
const wordLimit = 12;
/** Similarity of trigrams above which a word of the guides replaces a mistyped one. */
const likeness = 0.4;

/** Those that mean something: the index does not have words such as "how" by their stems. */
async function meaningfulWords(db: ControlDatabase, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${[...words]}::text[]) with ordinality as asked (word, position)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}' order by position`.execute(db);
  return rows.map(({ word }) => word);
}

/** For each word without a match in the guides, the words there that look most like it. */
async function correctionsOf(db: ControlDatabase, words: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const asked = words.filter((word) => word.length > 3).map((word) => ({ word, trigrams: trigramsOf(word) }));
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ asked: string; word: string }>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (word text, trigrams text[])
      where not exists (select from basechart.guide_words where starts_with(guide_words.word, asked.word))
    )
    select asked.word as asked, found.word
    from asked
    cross join lateral (
      select known.word, shared.count::float8 / (cardinality(known.trigrams) + cardinality(asked.trigrams) - shared.count) as likeness
      from basechart.guide_words known
      cross join lateral (
        select count(*) from unnest(known.trigrams) as trigram where trigram = any (asked.trigrams)
      ) as shared
      where known.trigrams && asked.trigrams
      order by likeness desc, known.word
      limit 2
    ) as found
    where found.likeness >= ${likeness}`.execute(db);
  const corrections = new Map<string, string[]>();
  for (const { asked: word, word: other } of rows) corrections.set(word, [...(corrections.get(word) ?? []), other]);
  return corrections;
}

/**
 * The sections that match, the best first. Each word also matches as a beginning, because the user may still
 * be typing; a word that the guides do not have stands for those that look like it.
 */
export async function searchGuides(db: ControlDatabase, text: string): Promise<RankedSection[]> {
  const asked = [...new Set(wordsOf(text.slice(0, docsQueryMaxLength)))].slice(0, wordLimit);
  const words = await meaningfulWords(db, asked);
  if (words.length === 0) return [];
  const corrections = await correctionsOf(db, words);
  const terms = words.map(
    (word) => `(${[word, ...(corrections.get(word) ?? [])].map((term) => `${term}:*`).join(' | ')})`,
  );
  const [every, any] = [terms.join(' & '), terms.join(' | ')];
  const { rows } = await sql<RankedSection>`
    with asked as (
      select to_tsquery('pg_catalog.english', ${every}) || to_tsquery('pg_catalog.simple', ${every}) as every,
        to_tsquery('pg_catalog.english', ${any}) || to_tsquery('pg_catalog.simple', ${any}) as any
    )
    select path, slug, title, subtitle, description, heading, left(body, ${excerptLength}::int) as excerpt,
      ts_rank('{0.1, 0.2, 0.5, 1}', search, asked.any, 1)
        + case when search @@ asked.every then 1 else 0 end
        + 0.5 * ts_rank('{0, 0, 0, 1}', to_tsvector('pg_catalog.english', heading), asked.any, 1) as score
    from basechart.guide_sections cross join asked
    where search @@ asked.any
    order by score desc, path, position
    limit 100`.execute(db);
  return rows;
}
