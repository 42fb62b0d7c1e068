import { meaningfulWordsOf } from './words.ts';

/** The word without its usual endings. Cruder than the index's stems, and enough to compare a few words of headings. */
const stemOf = (word: string): string => word.replace(/(?:ies|es|s|ing|ed|ly|ation)$/, '');

function isAlike(asked: string, word: string): boolean {
  const [one, other] = [stemOf(asked), stemOf(word)];
  const begins = (whole: string, beginning: string) => beginning.length >= 4 && whole.startsWith(beginning);
  return one === other || begins(word, asked) || begins(other, one) || begins(one, other);
}

/** A word of a question, and the share of the question that it is. */
interface AskedWord {
  word: string;
  share: number;
}

/** The share of a text's words that were asked for. */
function shareOf(words: readonly string[], asked: readonly AskedWord[]): number {
  const found = words.filter((word) => asked.some((one) => isAlike(one.word, word)));
  return words.length === 0 ? 0 : found.length / words.length;
}

/**
 * How much of what a section and its page are called was asked for, and how far the heading agrees with the question:
 * one of few words that are all in the question is about it.
 */
export function headingShares(section: { heading: string; title: string }, asked: readonly AskedWord[]) {
  const words = meaningfulWordsOf(section.heading);
  const heading = shareOf(words, asked);
  const answered = asked
    .filter(({ word }) => words.some((other) => isAlike(word, other)))
    .reduce((sum, { share }) => sum + share, 0);
  const agreement = heading + answered === 0 ? 0 : (2 * heading * answered) / (heading + answered);
  return { heading, title: shareOf(meaningfulWordsOf(section.title), asked), agreement };
}
