import type { DocsSearchResult } from '../../../src/contract/docs/docsSearch.ts';
import type { DocsSection } from './docsSection.ts';

const pageLimit = 10;
const sectionLimit = 4;
/** So many sections are listed wherever they are; every page lists its best one. */
const bestLimit = 5;

/**
 * The pages of some sections, in the order of their best one. The sections of one page would hide better ones of the
 * next, so only the best of all are listed beside the best of each page.
 */
export function byPage(sections: readonly DocsSection[]): DocsSearchResult[] {
  const best = new Set(sections.slice(0, bestLimit));
  return [...Map.groupBy(sections, ({ path }) => path).values()].slice(0, pageLimit).map((found) => {
    const [{ type, path, title, subtitle, description }] = found as [DocsSection, ...DocsSection[]];
    const listed = found
      .filter(({ slug }) => slug !== '')
      .filter((section, place) => place === 0 || best.has(section))
      .slice(0, sectionLimit);
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
}

/** What both searches found, each page once: as the dashboard lists it. */
export function joined(
  byWords: readonly DocsSearchResult[],
  byMeaning: readonly DocsSearchResult[],
): DocsSearchResult[] {
  const known = new Set(byWords.map(({ id }) => id));
  return [...byWords, ...byMeaning.filter(({ id }) => !known.has(id))];
}
