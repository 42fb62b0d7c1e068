import type { DocsSection, RankedSection } from './docsSection.ts';

/** A question of more words is about something else, which names a column or a function. */
const wordLimit = 3;
/** So many sections of one name come first. */
const namedLimit = 3;

/** What programs call things: error codes, settings. Without an underscore it might be any word. */
const nameOf = (query: string): string | null => {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const names = words.filter((word) => /[^_]_+[^_]/.test(word));
  return names.length === 1 && words.length <= wordLimit ? names[0]! : null;
};

/**
 * Puts the sections that define what a question names first. To the searches, `not_yourself` are two words that are in
 * any text, and a code in a long table says little; the user has copied it from an error and means nothing else.
 */
export function namedFirst(sections: readonly DocsSection[]) {
  const named = new Map<string, number[]>();
  for (const [id, section] of sections.entries())
    for (const name of section.names) named.set(name, [...(named.get(name) ?? []), id].slice(0, namedLimit));
  return (query: string, found: readonly RankedSection[]): readonly RankedSection[] => {
    const name = nameOf(query);
    const ids = (name === null ? undefined : named.get(name)) ?? [];
    return ids.length === 0
      ? found
      : [...ids.map((id) => ({ id, score: Infinity })), ...found.filter(({ id }) => !ids.includes(id))];
  };
}
