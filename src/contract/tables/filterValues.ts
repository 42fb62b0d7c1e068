/** The values of a filter that takes several: separated by commas, one with a comma in double quotes. */
export const listValues = (text: string): string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*(?:,|$)/g)]
    .filter(([whole], index, all) => whole !== '' || (index < all.length - 1 && text.endsWith(',')))
    .map(([, quoted, plain]) => (quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')));

/** The text that has these values. */
export const listText = (values: readonly string[]): string =>
  values.map((value) => (/^$|[,"]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');

/** The ends of a range, of which either may be empty for one without an end; null where there are more. */
export function rangeEnds(text: string): readonly [from: string, to: string] | null {
  const [from = '', to = '', ...more] = listValues(text);
  return more.length > 0 ? null : [from, to];
}
