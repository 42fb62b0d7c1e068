import type { DocsType } from '../../../src/contract/docs/docsSearch.ts';

/** The sections of the docs; one with an empty slug is the beginning of its page. */
export interface DocsSectionsTable {
  /** Its place among all, from 0. */
  id: number;
  type: DocsType;
  /** Address of the page. */
  path: string;
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  heading: string;
  /** Other words in which readers ask for it, one phrase a line. */
  phrases: string;
  /** How its sentences begin. */
  excerpt: string;
}

/** Every word of the docs that has a stem, for words that begin so and for typos. */
export interface DocsWordsTable {
  word: string;
  stem: string;
  /** In how many sections it is. */
  sections: number;
}

/** For each stem its sections, as `postings.ts` reads them. */
export interface DocsPostingsTable {
  stem: string;
  postings: Uint8Array;
}

/** One row: which docs the tables hold. */
export interface DocsIndexTable {
  id: number;
  hash: string;
}

/** At most one row: the latent semantic space of the docs with this hash. */
export interface DocsSpacesTable {
  hash: string;
  terms: string[];
  weights: Uint8Array;
  term_vectors: Uint8Array;
}

/** What a model of embeddings said about a text; the hash is of both. */
export interface DocsEmbeddingsTable {
  hash: string;
  embedding: Uint8Array;
}

/** The discussions of the feed, as they were read last. */
export interface DocsDiscussionsTable {
  url: string;
  title: string;
  body: string;
  /** Place in the feed. */
  position: number;
}
