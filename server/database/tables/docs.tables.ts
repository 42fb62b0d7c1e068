import type { Generated } from 'kysely';

/** The latent semantic spaces of the last states of the docs. */
export interface DocsSpacesTable {
  hash: string;
  terms: string[];
  weights: Uint8Array;
  term_vectors: Uint8Array;
  /** The last time that a server opened it, to the day. */
  kept_at: Generated<Date>;
}

/** What a model of embeddings said about a text; the hash is of both. */
export interface DocsEmbeddingsTable {
  hash: string;
  embedding: Uint8Array;
  /** The last time that a server needed it, to the day. */
  used_at: Generated<Date>;
}

/** The discussions of the feed, as they were read last. */
export interface DocsDiscussionsTable {
  url: string;
  title: string;
  body: string;
  /** Place in the feed. */
  position: number;
}
