import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import type { WordTables } from './indexWords.ts';
import { noPostings, postingsOf, sizeOfPostings, type Postings } from './postings.ts';
import { recentValues } from './recentValues.ts';
import { stemsOf, type WordStem } from './stems.ts';

/** Similarity of trigrams above which a word of the docs replaces a mistyped one. */
const likeness = 0.4;
/** The most frequent stems that begin with a word. */
const beginningLimit = 30;

/** Words of the docs are read by their first letters: a page of them serves every letter that the user types then. */
const pageLetters = 2;
/** What is kept in memory of the tables of an index. */
const kept = { pageWords: 20_000, otherWords: 2_000, postingsBytes: 8 * 1024 * 1024 };

/** Comes after every word that begins as the one before it, in the order of bytes. */
const lastCharacter = '\u{10FFFF}';

interface AskedWord {
  word: string;
  /** When the words of the docs that begin with it stand for it. */
  beginnings: 'never' | 'ifUnknown' | 'always';
}

/** A stem of the docs that stands for a word. */
interface FoundStem {
  /** The word is only its beginning. */
  begins: boolean;
  postings: Postings;
}

/** By word: the stems that stand for it, without words of which there are none. */
type FoundStems = ReadonlyMap<string, readonly FoundStem[]>;

/** The words of one state of the docs. */
export interface WordIndex {
  /** Words that are in any text, such as "how", have no stems. */
  stemsOf(asked: readonly AskedWord[]): Promise<FoundStems>;
  /** The stems of the two words of the docs that look most like a word. */
  correctionsOf(words: readonly string[]): Promise<FoundStems>;
}

const pageOf = (word: string): string => [...word].slice(0, pageLetters).join('');

/**
 * Reads the tables of an index. What was read last stays in memory, because the words of a question repeat with each
 * letter that the user types, and the tables of one state of the docs never change.
 */
export function wordIndexIn(db: ControlDatabase, { words, postings }: WordTables, trigrams: string | null): WordIndex {
  const pages = recentValues<readonly WordStem[]>(kept.pageWords, (page) => page.length + 1);
  const others = recentValues<readonly WordStem[]>(kept.otherWords);
  const corrections = recentValues<readonly WordStem[]>(kept.otherWords);
  const recentPostings = recentValues<Postings>(kept.postingsBytes, sizeOfPostings);

  /** The words of the docs that begin with some letters, the most frequent first. */
  async function readPages(beginnings: readonly string[]): Promise<Map<string, WordStem[]>> {
    const { rows } = await sql<WordStem & { page: string }>`
      select page, word, stem from unnest(${[...beginnings]}::text[]) as page
      join ${words} on word >= page and word < page || ${lastCharacter}::text
      order by sections desc, stem`.execute(db);
    return Map.groupBy(rows, ({ page }) => page);
  }

  /** The stems of words that the docs do not have: they may have another form of such a word. */
  const readStems = async (asked: readonly string[]): Promise<Map<string, WordStem[]>> =>
    Map.groupBy(await stemsOf(db, asked), ({ word }) => word);

  async function readCorrections(asked: readonly string[], schema: string): Promise<Map<string, WordStem[]>> {
    const { rows } = await sql<WordStem>`
      select distinct asked.word, stem
      from unnest(${[...asked]}::text[]) as asked (word)
      cross join lateral (
        select stem, ${sql.id(schema, 'similarity')}(known.word, asked.word) as likeness
        from ${words} known
        where known.word operator(${sql.id(schema)}.%) asked.word and char_length(known.word) > 2
        order by likeness desc, known.word
        limit 2
      ) as found
      where found.likeness >= ${likeness}`.execute(db);
    return Map.groupBy(rows, ({ word }) => word);
  }

  async function readPostings(stems: readonly string[]): Promise<Map<string, Postings>> {
    const { rows } = await sql<{ stem: string; postings: Uint8Array }>`
      select stem, postings from ${postings} where stem = any(${[...stems]}::text[])`.execute(db);
    return new Map(rows.map((row) => [row.stem, postingsOf(row.postings)]));
  }

  async function withPostings(found: readonly (WordStem & { begins: boolean })[]): Promise<FoundStems> {
    const known = await recentPostings.getAll(
      found.map(({ stem }) => stem),
      readPostings,
      noPostings,
    );
    const stems = found.map(({ word, begins, stem }) => ({ word, begins, postings: known.get(stem)! }));
    return Map.groupBy(
      stems.filter((stem) => stem.postings.count > 0),
      ({ word }) => word,
    );
  }

  return {
    async stemsOf(asked) {
      const read = await pages.getAll(
        asked.map(({ word }) => pageOf(word)),
        readPages,
        [],
      );
      const inDocs = new Map(
        asked.map(({ word }) => [word, read.get(pageOf(word))!.filter((known) => known.word.startsWith(word))]),
      );
      const isKnown = (word: string): boolean => inDocs.get(word)!.some((known) => known.word === word);
      const unknown = asked.map(({ word }) => word).filter((word) => !isKnown(word));
      const stemsOfUnknown = await others.getAll(unknown, readStems, []);
      return withPostings(
        asked.flatMap(({ word, beginnings }) => {
          const begun = inDocs.get(word)!;
          const own = begun.find((known) => known.word === word) ?? stemsOfUnknown.get(word)?.[0];
          if (own === undefined) return [];
          const mayBegin = beginnings === 'always' || (beginnings === 'ifUnknown' && !isKnown(word));
          const more = new Set(mayBegin ? begun.map(({ stem }) => stem) : []);
          more.delete(own.stem);
          return [
            { ...own, begins: false },
            ...[...more].slice(0, beginningLimit).map((stem) => ({ word, stem, begins: true })),
          ];
        }),
      );
    },
    async correctionsOf(asked) {
      if (trigrams === null || asked.length === 0) return new Map();
      const found = await corrections.getAll(asked, (missing) => readCorrections(missing, trigrams), []);
      return withPostings([...found.values()].flat().map((one) => ({ ...one, begins: false })));
    },
  };
}
