import { sql } from 'kysely';
import type { ControlDatabase } from '../../database/database.ts';
import type { FoundSection, RankedSection } from './foundPages.ts';
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
  db: ControlDatabase,
  { index, nearEnough, pointOf }: Meaning,
  question: string,
): Promise<FoundSection[]> {
  const point = await pointOf(question);
  if (point === null) return [];
  const near = (await index.nearest(point, sectionLimit)).filter(({ nearness }) => nearness >= nearEnough);
  const { rows } = await sql<FoundSection>`
    select id, type, path, slug, title, subtitle, description, heading, excerpt
    from basechart.docs_sections where id = any(${near.map(({ section }) => section)}::int[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return near.flatMap(({ section }) => found.get(section) ?? []);
}

/** Sections that match by their words, in an order in which their meaning counts too. */
export async function rerank(
  { index, pointOf }: Meaning,
  question: string,
  found: readonly RankedSection[],
): Promise<RankedSection[]> {
  const point = await pointOf(question);
  if (point === null) return [...found];
  const near = await index.nearnessOf(
    point,
    found.map(({ id }) => id),
  );
  return found
    .map((section, place) => ({ ...section, score: section.score + nearnessWeight * near[place]! }))
    .toSorted((one, other) => other.score - one.score);
}
