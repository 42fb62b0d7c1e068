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

/** What a query is shown as: its name, and until it has one, what its first statement does. */
export const queryTitle = ({ name, statement }: { name: string; statement?: string | null | undefined }): string =>
  isUnnamed(name) ? (statement ?? (name.trim() || untitledSnippet)) : name;
