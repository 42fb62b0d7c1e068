import type { GeneratedAlways } from 'kysely';

/** The sections of the guides; one with an empty slug is the beginning of its page. */
export interface GuideSectionsTable {
  path: string;
  slug: string;
  position: number;
  title: string;
  subtitle: string;
  description: string;
  heading: string;
  body: string;
  search: GeneratedAlways<string>;
}

/** Every word of the guides, for queries with typos. */
export interface GuideWordsTable {
  word: string;
  trigrams: string[];
}

/** One row: which guides the two tables hold. */
export interface GuideIndexTable {
  id: number;
  hash: string;
}

/** At most one row: the vectors of the guides with this hash. */
export interface GuideVectorsTable {
  hash: string;
  terms: string[];
  weights: Uint8Array;
  term_vectors: Uint8Array;
  text_vectors: Uint8Array;
}
