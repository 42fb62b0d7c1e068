export type Fields = Readonly<Record<string, unknown>>;

const hasFields = (value: unknown, where: Fields): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(where).every(([name, wanted]) => (value as Fields)[name] === wanted);

/** The value, or each of a list's entries, with the patch where it has the fields asked for; the same value where none has. */
export function patchedIn(value: unknown, where: Fields, patch: Fields): unknown {
  if (Array.isArray(value))
    return value.some((entry) => hasFields(entry, where))
      ? value.map((entry) => patchedIn(entry, where, patch))
      : value;
  return hasFields(value, where) ? { ...value, ...patch } : value;
}

/** The list with one more entry, in place of an older one of the same id; what is no list stays as it is. */
export function appendedTo(value: unknown, entry: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const { id } = Object(entry) as { id?: unknown };
  return [...value.filter((held) => id === undefined || (Object(held) as { id?: unknown }).id !== id), entry];
}
