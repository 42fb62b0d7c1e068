import { sql } from 'kysely';
import { docsQueryMaxLength } from '../../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { excerptLength, type RankedSection } from './foundPages.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { wordsOf } from './words.ts';

/** A question has fewer words; more would only cost time. */
const wordLimit = 12;
/** Similarity of trigrams above which a word of the docs replaces a mistyped one. */
const likeness = 0.4;
/** Ranking costs time for each section, so that a frequent word in many docs would cost too much. */
const candidateLimit = 500;
const foundLimit = 100;
/** Guides answer questions. The other pages are short, so that a word counts for more there. */
const guideBonus = 0.25;

/** A word of the question that means something. */
interface AskedWord {
  word: string;
  /** How many sections have words that begin with it, counted for each of these words. */
  sections: number;
}

/** The index does not have words such as "how" by their stems. */
async function readWords(db: ControlDatabase, words: readonly string[]): Promise<AskedWord[]> {
  const { rows } = await sql<AskedWord>`
    select word,
      (select coalesce(sum(sections), 0)::int from basechart.docs_words known where starts_with(known.word, asked.word)) as sections
    from unnest(${[...words]}::text[]) with ordinality as asked (word, position)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}' order by position`.execute(db);
  return rows;
}

/** For each of some words, the words of the docs that look most like it. */
async function correctionsOf(
  db: ControlDatabase,
  words: readonly string[],
  schema: string,
): Promise<ReadonlyMap<string, AskedWord[]>> {
  const { rows } = await sql<AskedWord & { asked: string }>`
    select asked.word as asked, found.word, found.sections
    from unnest(${[...words]}::text[]) as asked (word)
    cross join lateral (
      select known.word, known.sections, ${sql.id(schema, 'similarity')}(known.word, asked.word) as likeness
      from basechart.docs_words known
      where known.word operator(${sql.id(schema)}.%) asked.word and char_length(known.word) > 2
      order by likeness desc, known.word
      limit 2
    ) as found
    where found.likeness >= ${likeness}`.execute(db);
  return Map.groupBy(rows, ({ asked }) => asked);
}

/**
 * The sections that match, the best first. Each word also matches as a beginning, because the user may still
 * be typing; a word that the docs do not have stands for those that look like it.
 */
export async function searchByWords(
  db: ControlDatabase,
  text: string,
  { trigrams }: SearchExtensions,
): Promise<RankedSection[]> {
  const asked = [...new Set(wordsOf(text.slice(0, docsQueryMaxLength)))].slice(0, wordLimit);
  const words = await readWords(db, asked);
  const unknown = words.flatMap(({ word, sections }) => (sections === 0 && word.length > 3 ? [word] : []));
  const corrections = unknown.length === 0 || trigrams === null ? null : await correctionsOf(db, unknown, trigrams);
  const terms = words
    .map(({ word, sections }) => {
      const others = corrections?.get(word) ?? [];
      return {
        query: `(${[word, ...others.map((other) => other.word)].map((term) => `${term}:*`).join(' | ')})`,
        sections: others.reduce((sum, other) => sum + other.sections, sections),
      };
    })
    .filter(({ sections }) => sections > 0);
  if (terms.length === 0) return [];
  // Rare words find the sections. Those in more sections than can be ranked only count among what these have found.
  const rarest = terms.toSorted((one, other) => one.sections - other.sections);
  const finding = rarest.filter(({ sections }, place) => place === 0 || sections <= candidateLimit);
  const queryOf = (some: typeof terms, operator: '&' | '|') => {
    const query = some.map((term) => term.query).join(` ${operator} `);
    return sql`(to_tsquery('pg_catalog.english', ${query}) || to_tsquery('pg_catalog.simple', ${query}))`;
  };
  const { rows } = await sql<RankedSection>`
    with asked as materialized (
      select ${queryOf(terms, '&')} as every, ${queryOf(terms, '|')} as any
    ),
    candidates as materialized (
      (select id from basechart.docs_sections where search @@ ${queryOf(finding, '&')} limit ${candidateLimit}::int)
      union
      (select id from basechart.docs_sections where search @@ ${queryOf(finding, '|')} limit ${candidateLimit}::int)
    ),
    ranked as materialized (
      select id, ts_rank('{0.1, 0.2, 0.5, 1}', search, asked.any, 1)
        + case when search @@ asked.every then 1 else 0 end
        + case when type = 'markdown' then ${guideBonus}::float8 else 0 end as score
      from candidates join basechart.docs_sections using (id) cross join asked
      order by score desc, id
      limit ${foundLimit * 2}::int
    )
    select id, type, path, slug, title, subtitle, description, heading, left(body, ${excerptLength}::int) as excerpt,
      score + 0.5 * ts_rank('{0, 0, 0, 1}', to_tsvector('pg_catalog.english', heading), asked.any, 1) as score
    from ranked join basechart.docs_sections using (id) cross join asked
    order by score desc, id
    limit ${foundLimit}::int`.execute(db);
  return rows;
}
