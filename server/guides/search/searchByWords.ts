import { sql } from 'kysely';
import { docsQueryMaxLength } from '../../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { FoundSection, RankedSection } from './foundPages.ts';
import { headingSharesFor } from './headingShares.ts';
import { postingsOf, type Postings } from './postings.ts';
import type { SearchExtensions } from './searchExtensions.ts';
import { synonymsOf } from './synonyms.ts';
import { isVague, wordsOf } from './words.ts';

/** A question has fewer words; more would only cost time. */
const wordLimit = 12;
/** Similarity of trigrams above which a word of the docs replaces a mistyped one. */
const likeness = 0.4;
/** The most frequent stems that begin with a word. */
const beginningLimit = 30;
/** So many sections are compared by what they are called. */
const foundLimit = 80;

/** How much counts what of a match, found with the tuning half of `bench/docsQuestions.ts`. */
const weights = {
  /** A word as it was asked for, or only its beginning, or another word for it. */
  exact: 1,
  prefix: 0.9,
  synonym: 0.5,
  /** A word that says little about the subject. */
  vague: 0.4,
  /** How well the words match, from 0 to 1; how much of the question does is counted beside it. */
  words: 2,
  /** What `headingShares.ts` says about the section's names. */
  heading: 0.2,
  title: 0.4,
  agreement: 0.2,
  phrase: 1.2,
  /** The beginning of a page answers a question about its subject. */
  beginning: 0.1,
  /** Guides answer questions. Other pages are short, so that a word counts for more there. */
  guide: 0.15,
};

/** Comes after every word that begins as the one before it, in the order of bytes. */
const lastCharacter = '\u{10FFFF}';

/** Which words of the docs stand for a word that begins them. */
const beginnings = { never: 0, ifUnknown: 1, always: 2 };

/** A stem of the docs that stands for a word. */
interface FoundStem {
  word: string;
  /** Whether the word is only its beginning. */
  begins: boolean;
  postings: Uint8Array;
}

/** The stems for some words. Words that are in any text, such as "how", have none. */
async function readStems(
  db: ControlDatabase,
  words: readonly { word: string; begins: number }[],
): Promise<Map<string, FoundStem[]>> {
  const { rows } = await sql<FoundStem>`
    with asked as materialized (
      select word, begins, stem
      from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ begins }) => begins)}::int[])
        as one (word, begins)
      cross join lateral unnest(ts_lexize('pg_catalog.english_stem', word)) as stem
    ),
    found as (
      select word, false as begins, stem from asked
      union all
      select asked.word, true, known.stem from asked cross join lateral (
        select stem from basechart.docs_words
        where word >= asked.word and word < asked.word || ${lastCharacter}::text and stem <> asked.stem
        group by stem order by max(sections) desc, stem limit ${beginningLimit}::int
      ) as known
      where asked.begins = ${beginnings.always}::int or asked.begins = ${beginnings.ifUnknown}::int
        and not exists (select from basechart.docs_words where word = asked.word)
    )
    select word, begins, postings from found join basechart.docs_postings using (stem)`.execute(db);
  return Map.groupBy(rows, ({ word }) => word);
}

/** For each of some words, the stems of the two words of the docs that look most like it. */
async function readCorrections(
  db: ControlDatabase,
  words: readonly string[],
  schema: string,
): Promise<ReadonlyMap<string, Pick<FoundStem, 'word' | 'postings'>[]>> {
  const { rows } = await sql<Pick<FoundStem, 'word' | 'postings'>>`
    select distinct asked.word, stem, postings
    from unnest(${[...words]}::text[]) as asked (word)
    cross join lateral (
      select stem, ${sql.id(schema, 'similarity')}(known.word, asked.word) as likeness
      from basechart.docs_words known
      where known.word operator(${sql.id(schema)}.%) asked.word and char_length(known.word) > 2
      order by likeness desc, known.word
      limit 2
    ) as found
    join basechart.docs_postings using (stem)
    where found.likeness >= ${likeness}`.execute(db);
  return Map.groupBy(rows, ({ word }) => word);
}

/** A word of the question, with the sections that have it or what stands for it. */
interface Term {
  word: string;
  forms: readonly { weight: number; postings: Postings }[];
  /** In how many sections the word is, or at most. */
  count: number;
}

async function termsOf(db: ControlDatabase, text: string, trigrams: string | null): Promise<Term[]> {
  const asked = [...new Set(wordsOf(text.slice(0, docsQueryMaxLength)))].slice(0, wordLimit);
  const synonyms = new Map(asked.map((word) => [word, synonymsOf(word)]));
  const others = [...synonyms.values()].flat().filter((word) => !asked.includes(word));
  const found = await readStems(db, [
    ...asked.map((word) => ({ word, begins: word === asked.at(-1) ? beginnings.always : beginnings.ifUnknown })),
    ...[...new Set(others)].map((word) => ({ word, begins: beginnings.never })),
  ]);
  const unknown = asked.filter((word) => word.length > 3 && !found.has(word));
  const corrections = unknown.length === 0 || trigrams === null ? null : await readCorrections(db, unknown, trigrams);
  return asked.flatMap((word) => {
    const stems = [...(found.get(word) ?? []), ...(corrections?.get(word) ?? [])].map((stem) => ({
      weight: 'begins' in stem && stem.begins ? weights.prefix : weights.exact,
      postings: postingsOf(stem.postings),
    }));
    const alike = (synonyms.get(word) ?? []).flatMap((other) =>
      (found.get(other) ?? []).map(({ postings }) => ({ weight: weights.synonym, postings: postingsOf(postings) })),
    );
    const exact = stems.filter(({ weight }) => weight === weights.exact);
    const counted = [exact, stems, alike].find((forms) => forms.length > 0) ?? [];
    const count = counted.reduce((sum, { postings }) => sum + postings.count, 0);
    return count === 0 ? [] : [{ word, forms: [...stems, ...alike], count }];
  });
}

/** A section with what its words say, before its names are compared. */
interface Candidate {
  id: number;
  /** Share of the question that is in the section. */
  share: number;
  score: number;
}

/** By section: how well the words match, each as rare as it is, and the share of the question that they are. */
type Matches = Map<number, { rank: number; share: number }>;

/** What a word says about the sections that have it or what stands for it: the best of its forms counts. */
function matchesOf({ forms }: Term): Matches {
  const found: Matches = new Map();
  for (const { weight, postings } of forms) {
    for (let place = 0; place < postings.sections.length; place += 1) {
      const section = postings.sections[place]!;
      const rank = weight * postings.values[place]!;
      const known = found.get(section);
      if (known === undefined) found.set(section, { rank, share: weight });
      else {
        known.rank = Math.max(known.rank, rank);
        known.share = Math.max(known.share, weight);
      }
    }
  }
  return found;
}

/** The sections about which the words of a question say most; each word is a share of it. */
function candidatesOf(terms: readonly (Term & { share: number })[], limit: number): Candidate[] {
  const totals: Matches = new Map();
  for (const term of terms) {
    for (const [section, { rank, share }] of matchesOf(term)) {
      const total = totals.get(section) ?? { rank: 0, share: 0 };
      total.rank += term.share * rank;
      total.share += term.share * share;
      totals.set(section, total);
    }
  }
  return [...totals]
    .map(([id, { rank, share }]) => ({ id, share, score: weights.words * rank + share ** 2 }))
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
    .slice(0, limit);
}

type ReadSection = FoundSection & { phrases: string };

/**
 * The sections that match, the best first. The last word also matches as a beginning, because the user may still be
 * typing it; a word that the docs do not have stands for those that look like it, and any word for its synonyms.
 */
export async function searchByWords(
  db: ControlDatabase,
  text: string,
  { trigrams, sectionCount }: Pick<SearchExtensions, 'trigrams'> & { sectionCount: number },
): Promise<RankedSection[]> {
  const terms = await termsOf(db, text, trigrams);
  if (terms.length === 0) return [];
  const rarities = terms.map(
    ({ word, count }) => Math.log1p(sectionCount / count) * (isVague(word) ? weights.vague : 1),
  );
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const asked = terms.map((term, place) => ({ ...term, share: rarities[place]! / total }));
  const candidates = candidatesOf(asked, foundLimit);
  const { rows } = await sql<ReadSection>`
    select id, type, path, slug, title, subtitle, description, heading, phrases, excerpt
    from basechart.docs_sections where id = any(${candidates.map(({ id }) => id)}::int[])`.execute(db);
  const sections = new Map(rows.map((row) => [row.id, row]));
  const sharesOf = headingSharesFor(asked);
  return candidates
    .flatMap(({ id, share, score: matched }): RankedSection[] => {
      const read = sections.get(id);
      if (read === undefined) return [];
      const { phrases: _phrases, ...section } = read;
      const { heading, title, agreement, phrase } = sharesOf(read);
      const score =
        matched +
        (weights.heading * heading + weights.title * title) * share +
        weights.agreement * agreement +
        weights.phrase * phrase +
        (section.slug === '' ? weights.beginning : 0) +
        (section.type === 'markdown' ? weights.guide : 0);
      return [{ ...section, score }];
    })
    .toSorted((one, other) => other.score - one.score || one.id - other.id);
}
