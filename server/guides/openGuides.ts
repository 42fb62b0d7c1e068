import type { Logger } from 'pino';
import { docsQueryMaxLength, type DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { openDiscussions } from './discussions.ts';
import { sectionsOfDiscussions, sectionsOfGuides } from './docsSections.ts';
import { readGuides, type Guides } from './guides.ts';
import { once } from './once.ts';
import { openMeaning } from './openMeaning.ts';
import type { RankedSection } from './search/docsSection.ts';
import { isDropped } from './search/docsTables.ts';
import type { EmbeddingsSettings } from './search/embeddings.ts';
import { byPage, joined } from './search/foundPages.ts';
import { indexWords } from './search/indexWords.ts';
import { namedFirst } from './search/namedSections.ts';
import { recentValues } from './search/recentValues.ts';
import { rerank } from './search/searchByMeaning.ts';
import { searchByWords } from './search/searchByWords.ts';
import { openSearchExtensions } from './search/searchExtensions.ts';
import { wordIndexIn } from './search/wordIndex.ts';
import { namesAndWordsOf } from './search/words.ts';

export type SearchGuides = (query: string) => Promise<DocsSearchResult[]>;

export interface OpenGuides {
  /** The guides, read at the first call. */
  read(): Promise<Guides>;
  /** By words; what is also near in meaning comes first, once the vectors are there. Never waits for them. */
  search: SearchGuides;
  /** By meaning. The first search opens the vectors, and computes them where the docs have changed. */
  searchByMeaning: SearchGuides;
  /** By both, each page once: for callers that want one list. Fails only when both have failed. */
  find: SearchGuides;
}

export interface OpenGuidesOptions {
  db: ControlDatabase;
  folder: string;
  /** Null: questions and sections are compared by latent semantics. */
  embeddings: EmbeddingsSettings | null;
  /** Address of an Atom feed of discussions. */
  discussionsFeed: string | null;
  log: Logger;
}

/** Answers of 5 kB. A user who deletes a letter asks again what the dashboard has just shown. */
const keptAnswers = 200;

/** The guides of a folder. Nothing is read before a reader comes, so that they cost a start nothing. */
export function openGuides({ db, folder, embeddings, discussionsFeed, log }: OpenGuidesOptions): OpenGuides {
  const read = once(() => readGuides(folder));
  const extensions = once(() => openSearchExtensions(db));
  const discussions = openDiscussions({ db, feed: discussionsFeed, log });

  /** The searches of one state of the docs. */
  const openIndex = () => {
    const sections = once(async () => [
      ...sectionsOfGuides(await read()),
      ...sectionsOfDiscussions(await discussions.read()),
    ]);
    const words = once(async () => {
      const available = await extensions();
      return wordIndexIn(db, await indexWords(db, await sections(), available), available.trigrams);
    });
    const meaning = openMeaning({ db, embeddings, log, extensions, sections });
    const named = once(async () => namedFirst(await sections()));
    const answers = recentValues<DocsSearchResult[]>(keptAnswers);
    const pagesOf = async (query: string, found: readonly RankedSection[]): Promise<DocsSearchResult[]> => {
      const sectionsFor = await named();
      return byPage(sectionsFor(query, found));
    };
    return {
      async search(query: string): Promise<DocsSearchResult[]> {
        // Questions with the same words have the same answer, but for the names in them.
        const key = namesAndWordsOf(query.slice(0, docsQueryMaxLength)).join(' ');
        const known = answers.get(key);
        if (known !== undefined) return known;
        const found = await searchByWords(await words(), await sections(), query);
        const latent = meaning.latentIfOpen();
        if (latent === null) return await pagesOf(query, found);
        try {
          const answer = await pagesOf(query, await rerank(latent, query, found));
          answers.set(key, answer);
          return answer;
        } catch (error) {
          if (isDropped(error)) throw error;
          log.warn({ err: error }, 'failed to rank the sections that the full-text search found');
          return await pagesOf(query, found);
        }
      },
      searchByMeaning: async (query: string): Promise<DocsSearchResult[]> =>
        await pagesOf(query, await meaning.find(query)),
    };
  };
  let index = openIndex();
  const asking =
    (ask: (current: typeof index) => SearchGuides): SearchGuides =>
    async (query) => {
      discussions.refresh(() => (index = openIndex()));
      const asked = index;
      try {
        return await ask(asked)(query);
      } catch (error) {
        if (!isDropped(error)) throw error;
        if (index === asked) index = openIndex();
        return await ask(index)(query);
      }
    };

  const search = asking((current) => current.search);
  const searchByMeaning = asking((current) => current.searchByMeaning);
  return {
    read,
    search,
    searchByMeaning,
    async find(query) {
      const [words, meanings] = await Promise.allSettled([search(query), searchByMeaning(query)]);
      if (words.status === 'rejected' && meanings.status === 'rejected') throw words.reason;
      return joined(
        words.status === 'fulfilled' ? words.value : [],
        meanings.status === 'fulfilled' ? meanings.value : [],
      );
    },
  };
}
