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
