import type { DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { byPage } from './foundPages.ts';
import { readGuides, type Guides } from './guides.ts';
import { openGuideVectors } from './guideVectors.ts';
import { indexedSections, indexGuides } from './indexGuides.ts';
import { meaningOf } from './meaning.ts';
import { searchGuides } from './searchGuides.ts';

export type SearchGuides = (query: string) => Promise<DocsSearchResult[]>;

export interface OpenGuides {
  /** The guides, read at the first call. */
  read(): Promise<Guides>;
  /**
   * By words; what is also near in meaning comes first. Brings the index up to date before the first search.
   */
  search: SearchGuides;
  /** By meaning. The first search opens the vectors, and computes them where the guides have changed. */
  searchByMeaning: SearchGuides;
}

/** What one of them needs first, made once; a failure is tried again by the next caller. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The guides of a folder. Nothing is read before a reader comes, so that they cost a start nothing. */
export function openGuides({ db, folder }: { db: ControlDatabase; folder: string }): OpenGuides {
  const read = once(() => readGuides(folder));
  const sections = once(async () => indexedSections(await read()));
  const index = once(async () => indexGuides(db, await sections()));
  const meaning = once(async () => {
    const known = await sections();
    return meaningOf(known, await openGuideVectors(db, known));
  });
  return {
    read,
    async search(query) {
      await index();
      const [found, known] = await Promise.all([searchGuides(db, query), meaning()]);
      return byPage(known.rerank(query, found));
    },
    searchByMeaning: async (query) => (await meaning()).find(query),
  };
}
