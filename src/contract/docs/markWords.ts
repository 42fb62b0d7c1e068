/** Part of a text, and whether it matches the query. */
interface TextPart {
  text: string;
  isMatch: boolean;
}

/** More words than the server reads would only cost time. */
const wordLimit = 12;

/** The text in parts. A word matches if it begins with a word of the query, because the user may still be typing. */
export function markWords(text: string, query: string): TextPart[] {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu)?.slice(0, wordLimit) ?? [];
  if (words.length === 0) return [{ text, isMatch: false }];
  const any = words.toSorted((a, b) => b.length - a.length).join('|');
  // A split at a group keeps what the group matches, at every second place.
  return text
    .split(new RegExp(String.raw`(?<![\p{L}\p{N}])(${any})`, 'giu'))
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
