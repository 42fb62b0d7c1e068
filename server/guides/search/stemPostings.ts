import type { DocsSection } from './indexDocs.ts';
import type { Postings } from './postings.ts';
import { wordsOf } from './words.ts';

/** How much a word counts where it is in a section. */
const fields = {
  heading: 5,
  phrases: 3,
  title: 2,
  /** Belongs to the beginning of its page alone, or each section of the page would match with it. */
  description: 2,
  body: 1,
};

/** BM25: how soon more of a word says nothing more, and how much a long section counts less. */
const saturation = 2;
const lengthShare = 0.6;

/** A stem that more sections have says little; reading all of them would take most of the time of a search. */
const listedLimit = 2_000;

const textOf = (section: DocsSection, field: keyof typeof fields): string =>
  field === 'description' && section.slug !== '' ? '' : section[field];

/** Every word of the docs, with the number of sections that have it. */
export function countWords(sections: readonly DocsSection[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, heading, phrases, description, body } of sections)
    for (const word of new Set(wordsOf([title, heading, phrases, description, body].join(' '))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** For each stem, its sections and what it says about them (BM25 with fields that weigh differently). */
export function stemPostings(
  sections: readonly DocsSection[],
  stems: ReadonlyMap<string, string>,
): Map<string, Postings> {
  const bodies = sections.map(({ body }) => wordsOf(body));
  const usualLength = bodies.reduce((sum, words) => sum + words.length, 0) / Math.max(1, sections.length) || 1;
  const found = new Map<string, { section: number; value: number }[]>();
  for (const [id, section] of sections.entries()) {
    const counts = new Map<string, number>();
    for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
      const words = field === 'body' ? bodies[id]! : wordsOf(textOf(section, field));
      const length = field === 'body' ? 1 - lengthShare + (lengthShare * words.length) / usualLength : 1;
      for (const word of words) {
        const stem = stems.get(word);
        if (stem !== undefined) counts.set(stem, (counts.get(stem) ?? 0) + fields[field] / length);
      }
    }
    for (const [stem, count] of counts) {
      const listed = found.get(stem) ?? [];
      listed.push({ section: id, value: count / (count + saturation) });
      found.set(stem, listed);
    }
  }
  return new Map(
    [...found].map(([stem, all]) => {
      const best =
        all.length <= listedLimit ? all : all.toSorted((one, other) => other.value - one.value).slice(0, listedLimit);
      return [
        stem,
        {
          count: all.length,
          sections: Int32Array.from(best, ({ section }) => section),
          values: Float32Array.from(best, ({ value }) => value),
        },
      ];
    }),
  );
}
