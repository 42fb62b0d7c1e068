import { docsQueryMaxLength } from '../../../src/contract/docs/docsSearch.ts';
import { byScore, type DocsSection, type RankedSection } from './docsSection.ts';
import { headingSharesFor } from './headingShares.ts';
import type { Postings } from './postings.ts';
import { synonymsOf } from './synonyms.ts';
import type { WordIndex } from './wordIndex.ts';
import { isVague, wordsOf } from './words.ts';

/** A question has fewer words; more would only cost time. */
const wordLimit = 12;
/** So many sections are compared by what they are called and by their meaning. */
const foundLimit = 60;

/** How much counts what of a match, found with the tuning half of `bench/docsQuestions.ts`. */
const weights = {
  /** A word as it was asked for, or only its beginning, or another word for it. */
  exact: 1,
  prefix: 0.9,
  synonym: 0.5,
  /** A word that says little about the subject. */
  vague: 0.4,
  /** How well the words match, from 0 to 1; how much of the question does is counted beside it. */
  words: 2,
  /** What `headingShares.ts` says about the section's names. */
  heading: 0.2,
  title: 0.4,
  agreement: 0.2,
  phrase: 1.2,
  /** The beginning of a page answers a question about its subject. */
  beginning: 0.1,
  /** Guides answer questions. Other pages are short, so that a word counts for more there. */
  guide: 0.15,
};

/** A word of the question, with the sections that have it or what stands for it. */
interface Term {
  word: string;
  forms: readonly { weight: number; postings: Postings }[];
  /** In how many sections the word is, or at most. */
  count: number;
}

async function termsOf(index: WordIndex, text: string): Promise<Term[]> {
  const asked = [...new Set(wordsOf(text.slice(0, docsQueryMaxLength)))].slice(0, wordLimit);
  const synonyms = new Map(asked.map((word) => [word, synonymsOf(word)]));
  const others = [...synonyms.values()].flat().filter((word) => !asked.includes(word));
  const found = await index.stemsOf([
    ...asked.map((word) => ({ word, beginnings: word === asked.at(-1) ? 'always' : 'ifUnknown' }) as const),
    ...others.map((word) => ({ word, beginnings: 'never' }) as const),
  ]);
  const corrections = await index.correctionsOf(asked.filter((word) => word.length > 3 && !found.has(word)));
  return asked.flatMap((word) => {
    const stems = (found.get(word) ?? corrections.get(word) ?? []).map(({ begins, postings }) => ({
      weight: begins ? weights.prefix : weights.exact,
      postings,
    }));
    const alike = synonyms
      .get(word)!
      .flatMap((other) => (found.get(other) ?? []).map(({ postings }) => ({ weight: weights.synonym, postings })));
    const exact = stems.filter(({ weight }) => weight === weights.exact);
    const counted = [exact, stems, alike].find((forms) => forms.length > 0) ?? [];
    const count = counted.reduce((sum, { postings }) => sum + postings.count, 0);
    return count === 0 ? [] : [{ word, forms: [...stems, ...alike], count }];
  });
}

/** A term with its share of the question: a rare word is more of it than a frequent one. */
type AskedTerm = Term & { share: number };

function withShares(terms: readonly Term[], sectionCount: number): AskedTerm[] {
  const rarities = terms.map(
    ({ word, count }) => Math.log1p(sectionCount / count) * (isVague(word) ? weights.vague : 1),
  );
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return terms.map((term, place) => ({ ...term, share: rarities[place]! / total }));
}

/** A section with what its words say, before its names are compared. */
interface Candidate extends RankedSection {
  /** Share of the question that is in the section. */
  share: number;
}

/** The sections about which the words of a question say most. */
function candidatesOf(terms: readonly AskedTerm[], sectionCount: number): Candidate[] {
  /** By section: how well the words match, and the share of the question that they are. */
  const ranks = new Float64Array(sectionCount);
  const shares = new Float64Array(sectionCount);
  // The best of the forms of a word counts.
  const bestRanks = new Float64Array(sectionCount);
  const bestWeights = new Float64Array(sectionCount);
  for (const { forms, share } of terms) {
    for (const { weight, postings } of forms) {
      for (let place = 0; place < postings.sections.length; place += 1) {
        const section = postings.sections[place]!;
        const moreRank = weight * postings.values[place]! - bestRanks[section]!;
        if (moreRank > 0) {
          bestRanks[section]! += moreRank;
          ranks[section]! += share * moreRank;
        }
        const moreWeight = weight - bestWeights[section]!;
        if (moreWeight > 0) {
          bestWeights[section]! += moreWeight;
          shares[section]! += share * moreWeight;
        }
      }
    }
    for (const { postings } of forms) {
      for (const section of postings.sections) {
        bestRanks[section] = 0;
        bestWeights[section] = 0;
      }
    }
  }
  const best: Candidate[] = [];
  for (let id = 0; id < sectionCount; id += 1) {
    const share = shares[id]!;
    const score = weights.words * ranks[id]! + share ** 2;
    if (share === 0 || (best.length === foundLimit && score <= best.at(-1)!.score)) continue;
    best.splice(best.findLastIndex((better) => better.score >= score) + 1, 0, { id, share, score });
    if (best.length > foundLimit) best.pop();
  }
  return best;
}

/**
 * The sections that match, the best first. The last word also matches as a beginning, because the user may still be
 * typing it; a word that the docs do not have stands for those that look like it, and any word for its synonyms.
 */
export async function searchByWords(
  index: WordIndex,
  sections: readonly DocsSection[],
  text: string,
): Promise<RankedSection[]> {
  const terms = withShares(await termsOf(index, text), sections.length);
  const sharesOf = headingSharesFor(terms);
  return candidatesOf(terms, sections.length)
    .map(({ id, share, score }) => {
      const section = sections[id]!;
      const { heading, title, agreement, phrase } = sharesOf(section);
      return {
        id,
        score:
          score +
          (weights.heading * heading + weights.title * title) * share +
          weights.agreement * agreement +
          weights.phrase * phrase +
          (section.slug === '' ? weights.beginning : 0) +
          (section.type === 'markdown' ? weights.guide : 0),
      };
    })
    .toSorted(byScore);
}
