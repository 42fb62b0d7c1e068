import { meaningfulWordsOf } from './words.ts';

/** The word without its usual endings. Cruder than the index's stems, and enough to compare a few words of headings. */
const stemOf = (word: string): string => word.replace(/(?:ies|es|s|ing|ed|ly|ation)$/, '');

/** A word with its crude stem, which is compared many times. */
interface Word {
  word: string;
  stem: string;
}

const withStem = (word: string): Word => ({ word, stem: stemOf(word) });

const begins = (whole: string, beginning: string): boolean => beginning.length >= 4 && whole.startsWith(beginning);

const isAlike = (asked: Word, { word, stem }: Word): boolean =>
  asked.stem === stem || begins(word, asked.word) || begins(stem, asked.stem) || begins(asked.stem, stem);

/** A word of a question, and the share of the question that it is. */
interface AskedWord {
  word: string;
  share: number;
}

/** Names of sections repeat with every question. */
const knownNames = new Map<string, readonly Word[]>();
const knownLimit = 20_000;

function wordsIn(name: string): readonly Word[] {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const words = meaningfulWordsOf(name).map(withStem);
  if (knownNames.size >= knownLimit) knownNames.clear();
  knownNames.set(name, words);
  return words;
}

/** Of a section: how much of its heading and its title was asked for, and how its names agree with the question. */
interface HeadingShares {
  heading: number;
  title: number;
  /** How far the heading agrees with the question: one of few words that are all in the question is about it. */
  agreement: number;
  /** The same for the best of the section's phrases. */
  phrase: number;
}

/** Compares what sections are called with a question. */
export function headingSharesFor(question: readonly AskedWord[]) {
  const asked = question.map(({ word, share }) => ({ ...withStem(word), share }));
  const shareOf = (words: readonly Word[]): number =>
    words.length === 0 ? 0 : words.filter((word) => asked.some((one) => isAlike(one, word))).length / words.length;
  const agreementOf = (words: readonly Word[]): number => {
    const share = shareOf(words);
    if (share === 0) return 0;
    const answered = asked
      .filter((one) => words.some((word) => isAlike(one, word)))
      .reduce((sum, one) => sum + one.share, 0);
    return (2 * share * answered) / (share + answered);
  };
  return ({ heading, title, phrases }: { heading: string; title: string; phrases: string }): HeadingShares => {
    const words = wordsIn(heading);
    return {
      heading: shareOf(words),
      title: shareOf(wordsIn(title)),
      agreement: agreementOf(words),
      phrase: phrases === '' ? 0 : Math.max(...phrases.split('\n').map((phrase) => agreementOf(wordsIn(phrase)))),
    };
  };
}
