export type Fields = Readonly<Record<string, unknown>>;

const hasFields = (value: unknown, where: Fields): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(where).every(([name, wanted]) => (value as Fields)[name] === wanted);

/** The value, or each entry of a list, with the patch where it matches `where`; the same value if nothing matches. */
export function patchedIn(value: unknown, where: Fields, patch: Fields): unknown {
  if (Array.isArray(value))
    return value.some((entry) => hasFields(entry, where))
      ? value.map((entry) => patchedIn(entry, where, patch))
      : value;
  return hasFields(value, where) ? { ...value, ...patch } : value;
}

/** The list with one more entry, which replaces an entry with the same id; a value that is no list stays unchanged. */
export function appendedTo(value: unknown, entry: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const { id } = Object(entry) as { id?: unknown };
  return [...value.filter((held) => id === undefined || (Object(held) as { id?: unknown }).id !== id), entry];
}
