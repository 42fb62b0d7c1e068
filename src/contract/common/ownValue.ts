/** The value at a key that a user chose, such as a column’s name: `constructor` is no key of an empty record. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
