import { excerptOf, type DocsSection, type RankedSection } from './docsSection.ts';
import { namesAndWordsOf } from './words.ts';

/** A question of more words is about something else, which names a column or a function. */
const wordLimit = 3;
/** So many sections of one name come first. */
const namedLimit = 3;

/** What programs call things: error codes, settings. Without an underscore it might be any word. */
const nameOf = (query: string): string | null => {
  const words = namesAndWordsOf(query);
  const names = words.filter((word) => /[^_]_+[^_]/.test(word));
  return names.length === 1 && words.length <= wordLimit ? names[0]! : null;
};

/** The section with what it says about the name, which is a line of its body. */
function aboutName(section: DocsSection, name: string): DocsSection {
  const line = section.body.split('\n').find((row) => row.toLowerCase().startsWith(`${name} `));
  return line === undefined ? section : { ...section, excerpt: excerptOf(line) };
}

/**
 * The sections that were found, after those that define what the question names. To the searches, `not_yourself` are
 * two words of any text, and a code in a long table says little; the user has copied it and means nothing else.
 */
export function namedFirst(sections: readonly DocsSection[]) {
  const named = new Map<string, number[]>();
  for (const [id, section] of sections.entries())
    for (const name of section.names) named.set(name, [...(named.get(name) ?? []), id].slice(0, namedLimit));
  return (query: string, found: readonly RankedSection[]): DocsSection[] => {
    const name = nameOf(query) ?? '';
    const ids = named.get(name) ?? [];
    const others = found.filter(({ id }) => !ids.includes(id));
    return [...ids.map((id) => aboutName(sections[id]!, name)), ...others.map(({ id }) => sections[id]!)];
  };
}
