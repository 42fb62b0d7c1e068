/** The words of a text in lower case, without punctuation. They are safe in a text search query. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in into is it its me my not of on or our so that the their then there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Its words without those that are in any text. */
export const meaningfulWordsOf = (text: string): string[] => wordsOf(text).filter((word) => !stopWords.has(word));
