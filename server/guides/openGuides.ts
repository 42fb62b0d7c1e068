import type { DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readGuides, type Guides } from './guides.ts';
import { indexGuides } from './indexGuides.ts';
import { searchGuides } from './searchGuides.ts';

export type SearchGuides = (query: string) => Promise<DocsSearchResult[]>;

export interface OpenGuides {
  /** The guides, read at the first call. */
  read(): Promise<Guides>;
  /** Brings the index up to date before the first search. */
  search: SearchGuides;
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
  const index = once(async () => indexGuides(db, await read()));
  return {
    read,
    async search(query) {
      await index();
      return searchGuides(db, query);
    },
  };
}
