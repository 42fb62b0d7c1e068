import { sql } from 'kysely';
import { docsQueryMaxLength } from '../../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { excerptLength, type FoundSection, type RankedSection } from './foundPages.ts';
import { headingShares } from './headingShares.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** A question has fewer words; more would only cost time. */
const wordLimit = 12;
/** Similarity of trigrams above which a word of the docs replaces a mistyped one. */
const likeness = 0.4;
/** Ranking costs time for each section, so that a frequent word in many docs would cost too much. */
const candidateLimit = 400;
const foundLimit = 80;

/**
 * How much counts what of a match, found with the even half of `bench/docsQuestions.ts`. The words of a section are
 * ranked by where they are: in its text, in the description of its page, in the title of its page, in its heading.
 */
const places = '{0.2, 1, 0.1, 0.3}';
const weights = {
  /** A word as it was asked for, or only its beginning, or another word for it. */
  exact: 1,
  prefix: 0.7,
  synonym: 0.85,
  /** How many of the heading's words were asked for, how many of the title's, and how heading and question agree. */
  heading: 0.5,
  title: 0.2,
  agreement: 0.2,
  /** A long section has each word more often. */
  length: 0.2,
  /** The beginning of a page answers a question about its subject. */
  beginning: 0.1,
  /** Guides answer questions. Other pages are short, so that a word counts for more there. */
  guide: 0.1,
};

/** A word of the question that means something. */
interface AskedWord {
  word: string;
  /** How many sections have words that begin with it, counted for each of these words. */
  sections: number;
  /** Whether the docs have it, and not only words that begin with it. */
  whole: boolean;
}

/** Comes after every word that begins as the one before it, in the order of bytes. */
const lastCharacter = '\u{10FFFF}';

/** The index does not have words such as "how" by their stems. */
async function readWords(db: ControlDatabase, words: readonly string[]): Promise<Map<string, AskedWord>> {
  const { rows } = await sql<AskedWord>`
    select word, (
      select coalesce(sum(sections), 0)::int from basechart.docs_words known
      where known.word >= asked.word and known.word < asked.word || ${lastCharacter}::text
    ) as sections, exists (select from basechart.docs_words known where known.word = asked.word) as whole
    from unnest(${[...words]}::text[]) as asked (word)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}'`.execute(db);
  return new Map(rows.map((row) => [row.word, row]));
}

/** For each of some words, the words of the docs that look most like it. */
async function correctionsOf(
  db: ControlDatabase,
  words: readonly string[],
  schema: string,
): Promise<ReadonlyMap<string, Pick<AskedWord, 'word' | 'sections'>[]>> {
  const { rows } = await sql<Pick<AskedWord, 'word' | 'sections'> & { asked: string }>`
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

/** A word of the question with the queries that find it, each with its weight. */
interface Term {
  word: string;
  queries: readonly { query: string; weight: number }[];
  sections: number;
}

const anyOf = (words: readonly string[]): string => `(${words.join(' | ')})`;

async function termsOf(db: ControlDatabase, text: string, trigrams: string | null): Promise<Term[]> {
  const asked = [...new Set(wordsOf(text.slice(0, docsQueryMaxLength)))].slice(0, wordLimit);
  const synonyms = new Map(asked.map((word) => [word, synonymsOf(word)]));
  const known = await readWords(db, [...new Set([...asked, ...[...synonyms.values()].flat()])]);
  const words = asked.flatMap((word) => known.get(word) ?? []);
  const unknown = words.flatMap(({ word, sections }) => (sections === 0 && word.length > 3 ? [word] : []));
  const corrections = unknown.length === 0 || trigrams === null ? null : await correctionsOf(db, unknown, trigrams);
  return words.flatMap(({ word, sections, whole }) => {
    const isTyped = word === asked.at(-1);
    const corrected = corrections?.get(word) ?? [];
    const others = synonyms.get(word)!.flatMap((other) => known.get(other) ?? []);
    const queries = [
      ...(sections > 0 ? [{ query: word, weight: weights.exact }] : []),
      ...(sections > 0 && (isTyped || !whole) ? [{ query: `${word}:*`, weight: weights.prefix }] : []),
      ...(corrected.length > 0
        ? [{ query: anyOf(corrected.map((other) => `${other.word}:*`)), weight: weights.exact }]
        : []),
      ...(others.length > 0 ? [{ query: anyOf(others.map((other) => other.word)), weight: weights.synonym }] : []),
    ];
    const found = [{ sections }, ...corrected].reduce((sum, other) => sum + other.sections, 0);
    const total = found || others.reduce((sum, other) => sum + other.sections, 0);
    return total === 0 ? [] : [{ word, queries, sections: total }];
  });
}

const tsquery = (query: string) =>
  sql`(to_tsquery('pg_catalog.english', ${query}) || to_tsquery('pg_catalog.simple', ${query}))`;

/** A section with what its words say, before its heading is compared. */
interface Candidate extends FoundSection {
  /** Sum of the ranks of the words, each as rare as it is. */
  rank: number;
  /** Share of the question that is in the section. */
  share: number;
  length: number;
}

/**
 * The sections that match, the best first. The last word also matches as a beginning, because the user may still be
 * typing it; a word that the docs do not have stands for those that look like it, and any word for its synonyms.
 */
export async function searchByWords(
  db: ControlDatabase,
  text: string,
  { trigrams }: SearchExtensions,
): Promise<RankedSection[]> {
  const terms = await termsOf(db, text, trigrams);
  if (terms.length === 0) return [];
  // Ids begin with 0, and a count would read every row.
  const { rows: last } = await sql<{ id: number }>`select max(id) as id from basechart.docs_sections`.execute(db);
  const rarities = terms.map(({ sections }) => Math.log1p((last[0]!.id + 1) / sections));
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  // Rare words find the sections. Those in more sections than can be ranked only count among what these have found.
  const rarest = terms.toSorted((one, other) => one.sections - other.sections);
  const finding = rarest
    .filter(({ sections }, place) => place === 0 || sections <= candidateLimit)
    .map(({ queries }) => anyOf(queries.map(({ query }) => query)));
  const queries = terms.flatMap((term, place) =>
    term.queries.map((one) => ({ ...one, place, rarity: rarities[place]! / total })),
  );
  const ranking = sql<Candidate>`
    with asked as materialized (
      select place, weight, rarity, to_tsquery('pg_catalog.english', query) || to_tsquery('pg_catalog.simple', query) as query
      from unnest(${queries.map(({ place }) => place)}::int[], ${queries.map(({ weight }) => weight)}::float8[],
        ${queries.map(({ rarity }) => rarity)}::float8[], ${queries.map(({ query }) => query)}::text[])
        as one (place, weight, rarity, query)
    ),
    complete as materialized (
      select id from basechart.docs_sections where search @@ ${tsquery(finding.join(' & '))} limit ${candidateLimit}::int
    ),
    ids as materialized (
      select id from complete union (
        select id from basechart.docs_sections where search @@ ${tsquery(finding.join(' | '))}
        limit ${candidateLimit}::int - (select count(*) from complete)
      )
    ),
    -- Joined with nothing, a vector is read from the disk once and not for each word.
    candidates as materialized (
      select id, search || ''::tsvector as search from ids join basechart.docs_sections using (id)
    ),
    matches as materialized (
      select id, place, rarity, weight, weight * ts_rank(${places}, search, query) as rank
      from candidates join asked on search @@ query
    ),
    words as (
      select id, rarity, max(rank) as rank, max(weight) as weight from matches group by id, place, rarity
    ),
    ranked as (
      select id, sum(rarity * rank) as rank, sum(rarity * weight) as share
      from words group by id
      order by sum(rarity * rank) + sum(rarity * weight) ^ 2 desc, id
      limit ${foundLimit}::int
    )
    select id, type, path, slug, title, subtitle, description, heading, left(body, ${excerptLength}::int) as excerpt,
      length(body) as length, rank, share
    from ranked join basechart.docs_sections using (id)`;
  const { rows } = await db.transaction().execute(async (transaction) => {
    // Postgres expects the limit to be reached soon, and does not count that each row is decompressed: without the
    // index, a search in many docs takes ten times as long.
    await sql`set local enable_seqscan = off`.execute(transaction);
    return await ranking.execute(transaction);
  });
  const asked = terms.map(({ word }, place) => ({ word, share: rarities[place]! / total }));
  return rows
    .map(({ rank, share, length, ...section }) => {
      const { heading, title, agreement } = headingShares(section, asked);
      const score =
        rank +
        share ** 2 +
        (weights.heading * heading + weights.title * title) * share +
        weights.agreement * agreement -
        weights.length * Math.log1p(length / 500) +
        (section.slug === '' ? weights.beginning : 0) +
        (section.type === 'markdown' ? weights.guide : 0);
      return { ...section, score };
    })
    .toSorted((one, other) => other.score - one.score || one.id - other.id);
}
