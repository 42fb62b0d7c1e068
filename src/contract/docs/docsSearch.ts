import * as v from 'valibot';

/** What the user has typed. Only its beginning is searched; a longer text is no question. */
export const docsQuerySchema = v.object({ query: v.string() });

export const docsQueryMaxLength = 300;

/** How long the user must pause, in milliseconds (specification, section 9). */
export const docsSearchDebounceMs = 150;

/** Where the two sources of docs search answer (specification, section 7). */
/* oxlint-disable house/no-typed-address -- they are no pages of the app: the server answers there */
export const docsSearchPaths = {
  fullText: '/rest/v1/rpc/docs_search_fts',
  embeddings: '/functions/v1/search-embeddings',
} as const;
/* oxlint-enable house/no-typed-address */

/** How many recent searches the dashboard offers. */
export const recentSearchesKept = 5;

/** Kinds of pages, which decide how a result links (behaviour, "Docs search"). */
export const docsTypes = ['markdown', 'reference', 'partner-integration', 'github-discussions'] as const;
export type DocsType = (typeof docsTypes)[number];

/**
 * A page that was found, with its sections that match best: `headings`, `slugs` and `excerpts`, the beginnings of the
 * sections, belong together by position.
 */
export interface DocsSearchResult {
  id: string;
  path: string;
  type: DocsType;
  title: string;
  subtitle: string;
  description: string;
  headings: readonly string[];
  slugs: readonly string[];
  excerpts: readonly string[];
}
