import { ownValue } from '../common/ownValue.ts';
import type { RowChange } from './changes.ts';
import type { TableColumn } from './table.ts';

/** A column as Postgres knows it: its number stays when it is renamed, and no other column ever gets it. */
export type NumberedColumn = Pick<TableColumn, 'name' | 'number'>;

type Numbers = Readonly<Record<string, number>>;

interface Known {
  names: ReadonlySet<string>;
  nameOf: ReadonlyMap<number, string>;
  numberOf: ReadonlyMap<string, number>;
}

const known = new WeakMap<readonly NumberedColumn[], Known>();

function knownOf(columns: readonly NumberedColumn[]): Known {
  const before = known.get(columns);
  if (before) return before;
  const made = {
    names: new Set(columns.map(({ name }) => name)),
    nameOf: new Map(columns.map(({ name, number }) => [number, name])),
    numberOf: new Map(columns.map(({ name, number }) => [name, number])),
  };
  known.set(columns, made);
  return made;
}

/** The columns that a change is about, each once. */
export function columnsOf(change: RowChange): readonly string[] {
  if (change.type === 'insert') return Object.keys(change.values);
  const compared = Object.keys(change.old);
  const others =
    change.type === 'update'
      ? [...Object.keys(change.values), ...change.defaults]
      : Object.keys(change.fingerprints ?? {});
  return [...new Set([...Object.keys(change.key), ...compared, ...others])];
}

/** The change with the numbers of its columns, as far as they are known and not there yet. */
export function withNumbers<Change extends RowChange>(change: Change, columns: readonly NumberedColumn[]): Change {
  const { numberOf } = knownOf(columns);
  const numbers = change.columns ?? {};
  const entries = columnsOf(change).flatMap((name): [string, number][] => {
    const number = ownValue(numbers, name) ?? numberOf.get(name);
    return number === undefined ? [] : [[name, number]];
  });
  return entries.length === 0 ? change : { ...change, columns: Object.fromEntries(entries) };
}

/** A name for a column that is gone, which no column has. */
function goneName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name;
  const dropped = `${name} (dropped)`;
  return taken(dropped) ? goneName(dropped, taken) : dropped;
}

/**
 * What the columns of a change are called now; null where all have their names. A column that is gone has a name that
 * no column of the table has. One without a number, in a change of an older version, is known by its name.
 */
export function newNames(change: RowChange, columns: readonly NumberedColumn[]): ReadonlyMap<string, string> | null {
  const numbers: Numbers = change.columns ?? {};
  const { names, nameOf } = knownOf(columns);
  const all = columnsOf(change);
  const isAsNamed = (name: string): boolean => {
    const number = ownValue(numbers, name);
    const now = number === undefined ? name : nameOf.get(number);
    return now === undefined ? !names.has(name) : now === name;
  };
  if (all.every(isAsNamed)) return null;
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of all) {
    const now = nameOf.get(ownValue(numbers, name) ?? 0);
    if (now === undefined) continue;
    found.set(name, now);
    taken.add(now);
  }
  for (const name of all) {
    if (found.has(name)) continue;
    const hasNumber = Object.hasOwn(numbers, name);
    const now = goneName(name, (one) => taken.has(one) || (hasNumber && names.has(one)));
    found.set(name, now);
    taken.add(now);
  }
  return found;
}

/** What columns are called after their table was described again; null where all have their names. */
export function namesAfter(
  columns: readonly string[],
  before: readonly NumberedColumn[],
  after: readonly NumberedColumn[],
): ReadonlyMap<string, string> | null {
  const values = Object.fromEntries(columns.map((name) => [name, null]));
  return newNames(withNumbers({ type: 'insert', values }, before), after);
}

/** Values by column, under other names. */
export const renamedValues = <Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlyMap<string, string>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));

/** The change with other names of its columns. */
export function withNames<Change extends RowChange>(change: Change, names: ReadonlyMap<string, string>): Change {
  const given: RowChange = change;
  const columns = given.columns && { columns: renamedValues(given.columns, names) };
  if (given.type === 'insert') return { ...change, ...columns, values: renamedValues(given.values, names) };
  const row = { ...columns, key: renamedValues(given.key, names), old: renamedValues(given.old, names) };
  return given.type === 'update'
    ? {
        ...change,
        ...row,
        values: renamedValues(given.values, names),
        defaults: given.defaults.map((name) => names.get(name) ?? name),
      }
    : { ...change, ...row, ...(given.fingerprints && { fingerprints: renamedValues(given.fingerprints, names) }) };
}

/** The change in the names that the columns have now. The same one where none has another name. */
export function inNamesOf<Change extends RowChange>(change: Change, columns: readonly NumberedColumn[]): Change {
  const names = newNames(change, columns);
  return names === null ? change : withNames(change, names);
}

const gone = new WeakMap<RowChange, { columns: readonly NumberedColumn[]; names: readonly string[] }>();

/**
 * The columns that a change gives values to and that the table no longer has, in a change that has the names of now. A
 * row to delete needs none but its key.
 */
export function goneIn(change: RowChange, columns: readonly NumberedColumn[]): readonly string[] {
  if (change.type === 'delete') return [];
  const before = gone.get(change);
  if (before?.columns === columns) return before.names;
  const { names: all } = knownOf(columns);
  const defaults = change.type === 'update' ? change.defaults : [];
  const names = [...Object.keys(change.values), ...defaults].filter((name) => !all.has(name));
  gone.set(change, { columns, names });
  return names;
}

/** The columns that only tell whether a row to delete is as it was read, and that the table no longer has. */
export function goneComparisons(change: RowChange, columns: readonly NumberedColumn[]): readonly string[] {
  if (change.type !== 'delete') return [];
  const { names } = knownOf(columns);
  return [...Object.keys(change.old), ...Object.keys(change.fingerprints ?? {})].filter((name) => !names.has(name));
}

const without = <Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The change without some columns; null where nothing of it is left. */
export function withoutColumns<Change extends RowChange>(change: Change, names: readonly string[]): Change | null {
  const given: RowChange = change;
  const columns = given.columns && { columns: without(given.columns, names) };
  if (given.type === 'insert') return { ...change, ...columns, values: without(given.values, names) };
  const old = without(given.old, names);
  if (given.type === 'delete')
    return {
      ...change,
      ...columns,
      old,
      ...(given.fingerprints && { fingerprints: without(given.fingerprints, names) }),
    };
  const values = without(given.values, names);
  const defaults = given.defaults.filter((name) => !names.includes(name));
  const isEmpty = Object.keys(values).length + defaults.length === 0;
  return isEmpty ? null : { ...change, ...columns, old, values, defaults };
}

/** The change with the numbers of its columns in the place of their names, as far as they are known. */
export const byNumber = (change: RowChange): RowChange =>
  withNames(change, new Map(Object.entries(change.columns ?? {}).map(([name, number]) => [name, String(number)])));
