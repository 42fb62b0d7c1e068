/** The words of a text in lower case, without punctuation. They are safe in a text search query. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The groups of three letters of a word, as `pg_trgm` makes them. */
export function trigramsOf(word: string): string[] {
  const padded = [...`  ${word} `];
  return [...new Set(padded.slice(0, -2).map((_, index) => padded.slice(index, index + 3).join('')))];
}
