import type { DocsSearchResult, DocsType } from '../../../src/contract/docs/docsSearch.ts';

const pageLimit = 10;
const sectionLimit = 5;

/** How many characters of a section a result shows. */
export const excerptLength = 300;

export interface FoundSection {
  id: number;
  type: DocsType;
  path: string;
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  heading: string;
  excerpt: string;
}

/** A section with how well it matches: higher is better. */
export interface RankedSection extends FoundSection {
  score: number;
}

/** The pages of some sections, in the order of their best one. */
export const byPage = (sections: readonly FoundSection[]): DocsSearchResult[] =>
  [...Map.groupBy(sections, ({ path }) => path).values()].slice(0, pageLimit).map((found) => {
    const [{ type, path, title, subtitle, description }] = found as [FoundSection, ...FoundSection[]];
    const listed = found.filter(({ slug }) => slug !== '').slice(0, sectionLimit);
    return {
      id: `${type}:${path}`,
      path,
      type,
      title,
      subtitle,
      description,
      headings: listed.map(({ heading }) => heading),
      slugs: listed.map(({ slug }) => slug),
      excerpts: listed.map(({ excerpt }) => excerpt),
    };
  });

/** What both searches found, each page once: as the dashboard lists it. */
export function joined(
  byWords: readonly DocsSearchResult[],
  byMeaning: readonly DocsSearchResult[],
): DocsSearchResult[] {
  const known = new Set(byWords.map(({ id }) => id));
  return [...byWords, ...byMeaning.filter(({ id }) => !known.has(id))];
}
