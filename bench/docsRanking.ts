import { hrefOfGuide } from '../server/guides/guideAddress.ts';
import type { DocsSearchResult } from '../src/contract/docs/docsSearch.ts';

/** The addresses that each row of the list answers: sections in their order; the first one leads to its page too. */
const rowsOf = (results: readonly DocsSearchResult[]): string[][] =>
  results.flatMap(({ path, slugs }) =>
    slugs.length === 0 ? [[path]] : slugs.map((slug, place) => [`${path}#${slug}`, ...(place === 0 ? [path] : [])]),
  );

function addressOf(section: string): string {
  const [path = '', slug] = section.split('#');
  return hrefOfGuide(path) + (slug === undefined ? '' : `#${slug}`);
}

/** The row, from 1, that answers a question first; 0 where none does. */
export function rankOf(results: readonly DocsSearchResult[], sections: readonly string[]): number {
  const answers = new Set(sections.map(addressOf));
  return rowsOf(results).findIndex((addresses) => addresses.some((address) => answers.has(address))) + 1;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of the questions that are answered within the first five rows. */
export const recallOf = (ranks: readonly number[]): number =>
  mean(ranks.map((rank) => (rank >= 1 && rank <= 5 ? 1 : 0)));

/** Mean reciprocal rank: 1 if all questions are answered by the first row. */
export const reciprocalRankOf = (ranks: readonly number[]): number =>
  mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank)));
