import type { DocsSection } from './docsSection.ts';
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

interface CountedWords {
  /** Every word of the docs, with the number of sections that have it. */
  counts: ReadonlyMap<string, number>;
  /** How many words the body of a section has on average. */
  usualLength: number;
}

export function countWords(sections: readonly DocsSection[]): CountedWords {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { title, heading, phrases, description, body } of sections) {
    const words = wordsOf(body);
    total += words.length;
    for (const word of new Set([...words, ...wordsOf([title, heading, phrases, description].join(' '))]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, usualLength: total / sections.length || 1 };
}

/** What a section says about its stems (BM25 with fields that weigh differently). */
function valuesIn(
  section: DocsSection,
  stems: ReadonlyMap<string, string>,
  usualLength: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    const words = wordsOf(textOf(section, field));
    const length = field === 'body' ? 1 - lengthShare + (lengthShare * words.length) / usualLength : 1;
    for (const word of words) {
      const stem = stems.get(word);
      if (stem !== undefined) counts.set(stem, (counts.get(stem) ?? 0) + fields[field] / length);
    }
  }
  for (const [stem, count] of counts) counts.set(stem, count / (count + saturation));
  return counts;
}

/** For each stem, its sections and what it says about them: the best ones of a frequent stem. */
export function stemPostings(
  sections: readonly DocsSection[],
  stems: ReadonlyMap<string, string>,
  usualLength: number,
): Map<string, Postings> {
  // Two lists of numbers for each stem, as objects for each section of it would fill the memory.
  const found = new Map<string, { sections: number[]; values: number[] }>();
  for (const [id, section] of sections.entries()) {
    for (const [stem, value] of valuesIn(section, stems, usualLength)) {
      const listed = found.get(stem) ?? { sections: [], values: [] };
      listed.sections.push(id);
      listed.values.push(value);
      found.set(stem, listed);
    }
  }
  return new Map(
    [...found].map(([stem, { sections: ids, values }]) => {
      const places =
        values.length <= listedLimit
          ? [...values.keys()]
          : [...values.keys()]
              .toSorted((one, other) => values[other]! - values[one]!)
              .slice(0, listedLimit)
              .toSorted((one, other) => one - other);
      return [
        stem,
        {
          count: ids.length,
          sections: Int32Array.from(places, (place) => ids[place]!),
          values: Float32Array.from(places, (place) => values[place]!),
        },
      ];
    }),
  );
}
