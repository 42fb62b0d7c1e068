import { byScore, type RankedSection } from './docsSection.ts';
import type { VectorIndex } from './vectorIndex.ts';

const sectionLimit = 40;

/** How much nearness counts beside the words of a match, whose score is 0 to 3. */
const nearnessWeight = 1;

/** A space in which questions and sections are points. */
export interface Meaning {
  index: VectorIndex;
  /** Below it, a section has no more to do with the question than any other. */
  nearEnough: number;
  /** The point of a question, of length 1; null where the space does not know its words. */
  pointOf(question: string): Promise<Float32Array | null>;
}

/** The sections whose meaning is near that of a question, the nearest first. */
export async function searchByMeaning(
  { index, nearEnough, pointOf }: Meaning,
  question: string,
): Promise<RankedSection[]> {
  const point = await pointOf(question);
  if (point === null) return [];
  const near = await index.nearest(point, sectionLimit);
  return near.filter(({ score }) => score >= nearEnough);
}

/** Sections that match by their words, in an order in which their meaning counts too. */
export async function rerank(
  { index, pointOf }: Meaning,
  question: string,
  found: readonly RankedSection[],
): Promise<readonly RankedSection[]> {
  const point = found.length === 0 ? null : await pointOf(question);
  if (point === null) return found;
  const near = await index.nearnessOf(
    point,
    found.map(({ id }) => id),
  );
  return found.map(({ id, score }, place) => ({ id, score: score + nearnessWeight * near[place]! })).toSorted(byScore);
}
