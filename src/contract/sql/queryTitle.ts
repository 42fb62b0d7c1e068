/** Default name of a query. */
export const untitledSnippet = 'Untitled query';

/** The default names, as a pattern that browsers and Postgres read alike. */
export const untitledPattern = `^${untitledSnippet}( [0-9]+)?$`;

const untitled = new RegExp(untitledPattern);

/** Whether a query's name is the one that it has before the user gives it another. */
export const isUnnamed = (name: string): boolean => name.trim() === '' || untitled.test(name);

/** The first default name that no other query shows. */
export function nextUntitled(shown: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? untitledSnippet : `${untitledSnippet} ${number}`;
    if (!shown.includes(name)) return name;
  }
}

/** The number of a default name, by which queries without another name were created one after the other. */
const numberOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 1);

/**
 * The titles of queries so that they are told apart: of those without a name that would show the same, all but the
 * first get a number, which the user's own names never do.
 */
export function distinctTitles(queries: readonly { id: string; name: string; title: string }[]): string[] {
  const titles = queries.map(({ title }) => title);
  const unnamed = [...queries.entries()]
    .filter(([, { name }]) => isUnnamed(name))
    .toSorted(([, a], [, b]) => numberOf(a.name) - numberOf(b.name) || a.id.localeCompare(b.id));
  const taken = new Set(queries.filter(({ name }) => !isUnnamed(name)).map(({ title }) => title));
  for (const [index, { title }] of unnamed) {
    // A statement may end with a number.
    const numbered = (number: number) =>
      untitled.test(title) ? `${untitledSnippet} ${number}` : `${title} (${number})`;
    let distinct = title;
    for (let number = 2; taken.has(distinct); number++) distinct = numbered(number);
    taken.add(distinct);
    titles[index] = distinct;
  }
  return titles;
}

/** What a query is shown as: its name, and until it has one, what its first statement does. */
export const queryTitle = ({ name, statement }: { name: string; statement?: string | null | undefined }): string =>
  isUnnamed(name) ? (statement ?? (name.trim() || untitledSnippet)) : name;
