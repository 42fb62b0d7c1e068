import type { Logger } from 'pino';
import type { DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { openDiscussions } from './discussions.ts';
import { sectionsOfDiscussions, sectionsOfGuides } from './docsSections.ts';
import { readGuides, type Guides } from './guides.ts';
import { once } from './once.ts';
import { openMeaning } from './openMeaning.ts';
import type { EmbeddingsSettings } from './search/embeddings.ts';
import { byPage, joined } from './search/foundPages.ts';
import { indexDocs } from './search/indexDocs.ts';
import { rerank } from './search/searchByMeaning.ts';
import { searchByWords } from './search/searchByWords.ts';
import { openSearchExtensions } from './search/searchExtensions.ts';

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

/** The guides of a folder. Nothing is read before a reader comes, so that they cost a start nothing. */
export function openGuides({ db, folder, embeddings, discussionsFeed, log }: OpenGuidesOptions): OpenGuides {
  const read = once(() => readGuides(folder));
  const extensions = once(() => openSearchExtensions(db));
  const discussions = openDiscussions({ db, feed: discussionsFeed, log });

  /** The index of one state of the docs. */
  const openIndex = () => {
    const sections = once(async () => [
      ...sectionsOfGuides(await read()),
      ...sectionsOfDiscussions(await discussions.read()),
    ]);
    /** Resolves to the number of sections. */
    const words = once(async () => {
      const all = await sections();
      await indexDocs(db, all, await extensions());
      return all.length;
    });
    const meaning = openMeaning({
      db,
      embeddings,
      log,
      extensions,
      async sections() {
        // Results are read from the index of words.
        await words();
        return sections();
      },
    });
    return { words, meaning };
  };
  let index = openIndex();
  const current = () => {
    discussions.refresh(() => (index = openIndex()));
    return index;
  };

  const search: SearchGuides = async (query) => {
    const { words, meaning } = current();
    const sectionCount = await words();
    const found = await searchByWords(db, query, { ...(await extensions()), sectionCount });
    const latent = meaning.latentIfOpen();
    if (latent === null) return byPage(found);
    return byPage(
      await rerank(latent, query, found).catch((error: unknown) => {
        log.warn({ err: error }, 'failed to compare the sections that were found by words');
        return found;
      }),
    );
  };
  const byMeaning: SearchGuides = async (query) => {
    const { meaning } = current();
    return byPage(await meaning.find(query));
  };
  return {
    read,
    search,
    searchByMeaning: byMeaning,
    async find(query) {
      const [words, meanings] = await Promise.allSettled([search(query), byMeaning(query)]);
      if (words.status === 'rejected' && meanings.status === 'rejected') throw words.reason;
      return joined(
        words.status === 'fulfilled' ? words.value : [],
        meanings.status === 'fulfilled' ? meanings.value : [],
      );
    },
  };
}
