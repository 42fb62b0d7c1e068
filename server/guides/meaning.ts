import { docsQueryMaxLength, type DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import { byPage, excerptLength, type RankedSection } from './foundPages.ts';
import type { IndexedSection } from './indexGuides.ts';
import { nearnessIn, type LatentSpace } from './latentSemantics.ts';

/** Below it, a section has no more to do with the question than any other. */
const nearEnough = 0.35;
const sectionLimit = 40;

/** How much nearness counts beside the words of a match, whose score is 0 to 3. */
const nearnessWeight = 1;

/** What the meaning of a question tells of the sections. */
export interface Meaning {
  /** The pages with sections whose meaning is near that of a question, the nearest first. */
  find(query: string): DocsSearchResult[];
  /** Sections that match by their words, in an order in which their meaning counts too. */
  rerank(query: string, found: readonly RankedSection[]): RankedSection[];
}

export function meaningOf(sections: readonly IndexedSection[], space: LatentSpace): Meaning {
  const nearness = nearnessIn(space);
  const places = new Map(sections.map(({ path, slug }, index) => [`${path}#${slug}`, index]));
  return {
    find(query) {
      const near = nearness(query.slice(0, docsQueryMaxLength));
      if (near === null) return [];
      const found = sections
        .map((section, index) => ({ ...section, excerpt: section.body.slice(0, excerptLength), score: near[index]! }))
        .filter(({ score }) => score >= nearEnough)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, sectionLimit);
      return byPage(found);
    },
    rerank(query, found) {
      const near = nearness(query.slice(0, docsQueryMaxLength));
      if (near === null) return [...found];
      return found
        .map((section) => {
          const place = places.get(`${section.path}#${section.slug}`);
          return { ...section, score: section.score + nearnessWeight * (place === undefined ? 0 : near[place]!) };
        })
        .toSorted((one, other) => other.score - one.score);
    },
  };
}
