/** Default name of a query. */
export const untitledSnippet = 'Untitled query';

/** Whether a query's name is the one that it has before the user gives it another. */
export const isUnnamed = (name: string): boolean => name.trim() === '' || name === untitledSnippet;

/** What a query is shown as: its name, and until it has one, what its first statement does. */
export const queryTitle = ({ name, statement }: { name: string; statement?: string | null | undefined }): string =>
  isUnnamed(name) ? (statement ?? untitledSnippet) : name;
