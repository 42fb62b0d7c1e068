import type { DocsType } from '../../../src/contract/docs/docsSearch.ts';

/** A section of the docs with what the search knows of its page. Its place among all sections is its id. */
export interface DocsSection {
  type: DocsType;
  /** Address of the page. */
  path: string;
  /** Empty for the beginning of the page. */
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  heading: string;
  /** Other words in which readers ask for it, one phrase a line. */
  phrases: string;
  /** What its tables define, in lower case, such as error codes. */
  names: readonly string[];
  /** How its sentences begin: what a result shows. */
  excerpt: string;
  body: string;
}

/** How many characters of a section a result shows. */
const excerptLength = 300;

export const excerptOf = (text: string): string => text.slice(0, excerptLength);

/** A section with how well it matches: higher is better. */
export interface RankedSection {
  id: number;
  score: number;
}

/** The best section first; equal ones in the order of the docs. */
export const byScore = (one: RankedSection, other: RankedSection): number =>
  other.score - one.score || one.id - other.id;
