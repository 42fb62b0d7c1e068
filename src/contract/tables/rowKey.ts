import * as v from 'valibot';
import { recordByName } from '../common/recordByName.ts';
import { withoutNul } from '../common/withoutNul.ts';

/** Columns of an index at most (Postgres, `INDEX_MAX_KEYS`), and of a position that sorts by some more. */
export const keyColumnsMax = 64;

/**
 * A row's key: its values by the columns of the table's `key`. It has their names, because the table may be given
 * another key while rows are staged and addresses kept.
 */
export const rowKeySchema = v.pipe(
  recordByName(v.pipe(v.string(), withoutNul)),
  v.check((key) => {
    const { length } = Object.keys(key);
    return length > 0 && length <= keyColumnsMax;
  }, `A key has 1 to ${keyColumnsMax} columns.`),
  v.description('object by name'),
);
export type RowKey = v.InferOutput<typeof rowKeySchema>;

/** Whether values are those of these columns, in any order. */
export const isOfColumns = (columns: readonly string[], values: Readonly<Record<string, unknown>>): boolean =>
  columns.length > 0 &&
  columns.length === Object.keys(values).length &&
  columns.every((name) => Object.hasOwn(values, name));

/** A key as a person reads it: in the order of these columns, where they are its own. */
export const keyWords = (key: RowKey, columns: readonly string[] = []): string =>
  (isOfColumns(columns, key) ? columns : Object.keys(key)).map((name) => key[name]).join(', ');

/** The id of a stored row: its key, in the same order whatever the table's is. */
export const rowIdOf = (key: RowKey): string =>
  JSON.stringify(Object.fromEntries(Object.entries(key).toSorted(([one], [other]) => (one < other ? -1 : 1))));

/** The key in the id of a row; null for a new row, which has none. */
export function keyInRowId(id: string): RowKey | null {
  try {
    const { success, output } = v.safeParse(rowKeySchema, JSON.parse(id));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** What stands for the columns of a key that has none: Postgres has no column with an empty name. */
const unknownColumn = '';

/** The key of a change that an older version stored: its values, whose columns are not known. */
export const unnamedKey = (values: readonly unknown[]): RowKey => ({ [unknownColumn]: values.join(', ') });

/** The columns of a key; null where they are not known. */
export const columnsOfKey = (key: RowKey): readonly string[] | null =>
  Object.hasOwn(key, unknownColumn) ? null : Object.keys(key);
