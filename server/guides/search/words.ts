/** The words of a text in lower case, without punctuation. They are safe in a text search query. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
