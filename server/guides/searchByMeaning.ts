import { docsQueryMaxLength, type DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import { byPage, excerptLength } from './foundPages.ts';
import type { IndexedSection } from './indexGuides.ts';
import { nearnessIn, type LatentSpace } from './latentSemantics.ts';

/** Below it, a section has no more to do with the question than any other. */
const nearEnough = 0.35;
const sectionLimit = 40;

/** Finds the pages with sections whose meaning is near that of a question, the nearest first. */
export function searchByMeaning(sections: readonly IndexedSection[], space: LatentSpace) {
  const nearness = nearnessIn(space);
  return (query: string): DocsSearchResult[] => {
    const near = nearness(query.slice(0, docsQueryMaxLength));
    if (near === null) return [];
    const found = sections
      .map((section, index) => ({ ...section, excerpt: section.body.slice(0, excerptLength), score: near[index]! }))
      .filter(({ score }) => score >= nearEnough)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, sectionLimit);
    return byPage(found);
  };
}
