import * as v from 'valibot';

/** What the user has typed. Only its beginning is searched; a longer text is no question. */
export const docsQuerySchema = v.object({ query: v.string() });

export const docsQueryMaxLength = 300;

/** A page that was found, with its sections that match best: `headings` and `slugs` belong together by position. */
export interface DocsSearchResult {
  id: string;
  path: string;
  type: 'markdown';
  title: string;
  subtitle: string;
  description: string;
  headings: readonly string[];
  slugs: readonly string[];
}
