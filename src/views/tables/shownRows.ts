import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { rowIdOf } from '../../contract/tables/rowKey.ts';
import type { RowPage } from '../../contract/tables/rows.ts';
import type { TableColumn, TableDetail } from '../../contract/tables/table.ts';
import { inZone } from '../../contract/tables/timeZones.ts';
import { changeOf, stagedIdOf, type StagedRows, type StoredRow } from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { CellMark, RowMark } from '../parts/grid/gridOptions.ts';
import { isMoment } from './cellRules.ts';

/** A row as the grid shows it: what is stored, with what is staged. */
export interface ShownRow {
  /** What staged changes know it by; null in a table without a key. */
  id: string | null;
  /** Null for a new row. */
  stored: StoredRow | null;
  cells: readonly Cell[];
  change: RowChange | null;
  /** Columns whose values are cut. */
  cut: ReadonlySet<number>;
}

/**
 * Derives something from an object, and gives the same again as long as the rest is the same. Thousands of rows may be
 * staged, and an edit of one must not derive all of them.
 */
function derivedOnce<Source extends object, Rest extends readonly unknown[], Derived>(
  derive: (source: Source, ...rest: Rest) => Derived,
): (source: Source, ...rest: Rest) => Derived {
  const known = new WeakMap<Source, { rest: Rest; derived: Derived }>();
  return (source, ...rest) => {
    const before = known.get(source);
    if (before?.rest.every((value, index) => value === rest[index]) === true) return before.derived;
    const derived = derive(source, ...rest);
    known.set(source, { rest, derived });
    return derived;
  };
}

const noneCut: ReadonlySet<number> = new Set();

/**
 * The rows of a page, as they are stored. The table may have been read again after the page: a value of a column that
 * the page does not have is as unknown as one that is cut.
 */
export function storedRows({ columns, key }: TableDetail, page: RowPage): ShownRow[] {
  const names = columns.map(({ name }) => name);
  const from = names.map((name) => page.columns.indexOf(name));
  const isAsRead = from.length === page.columns.length && from.every((place, column) => place === column);
  const keyAt = key.map((name) => names.indexOf(name));
  const unread = from.flatMap((place, column) => (place === -1 ? [column] : []));
  const cutIn = new Map<number, Set<number>>();
  const fingerprintsIn = new Map<number, Record<string, string>>();
  for (const [row, place, fingerprint] of page.cut) {
    const column = from.indexOf(place);
    if (column === -1) continue;
    cutIn.set(row, (cutIn.get(row) ?? new Set(unread)).add(column));
    fingerprintsIn.set(row, { ...fingerprintsIn.get(row), [names[column]!]: fingerprint });
  }
  const othersCut = unread.length === 0 ? noneCut : new Set(unread);
  return page.rows.map((read, index) => {
    const cells = isAsRead ? read : from.map((place) => read[place] ?? null);
    const cutHere = cutIn.get(index) ?? othersCut;
    const found = keyAt.map((column) => cells[column] ?? null);
    // A key that is cut, or has no value, identifies no row.
    const isKnown = found.length > 0 && found.every((value, place) => value !== null && !cutHere.has(keyAt[place]!));
    const rowKey = isKnown ? Object.fromEntries(key.map((name, place) => [name, found[place]!])) : null;
    const values = Object.fromEntries(
      names.flatMap((name, column): [string, Cell][] => (cutHere.has(column) ? [] : [[name, cells[column] ?? null]])),
    );
    return {
      id: rowKey && rowIdOf(rowKey),
      stored: rowKey && { key: rowKey, values, fingerprints: fingerprintsIn.get(index), columns },
      cells,
      change: null,
      cut: cutHere,
    };
  });
}

const withChange = derivedOnce((change: RowChange, row: ShownRow, columns: readonly TableColumn[]): ShownRow => {
  if (change.type !== 'update') return { ...row, change };
  const cells = columns.map(({ name }, column) =>
    change.defaults.includes(name)
      ? null
      : Object.hasOwn(change.values, name)
        ? change.values[name]!
        : (row.cells[column] ?? null),
  );
  const isWhole = (column: number) => Object.hasOwn(change.values, columns[column]!.name);
  return { ...row, cells, change, cut: new Set([...row.cut].filter((column) => !isWhole(column))) };
});

const insertedRow = derivedOnce(
  (change: Extract<RowChange, { type: 'insert' }>, id: string, columns: readonly TableColumn[]): ShownRow => ({
    id,
    stored: null,
    cells: columns.map(({ name }) => ownValue(change.values, name) ?? null),
    change,
    cut: noneCut,
  }),
);

/** What was staged last in a table with these columns, and the new row at each place of it. */
const lastInserted = new WeakMap<readonly TableColumn[], { staged: StagedRows; rows: readonly (ShownRow | null)[] }>();

/** The new rows, at their places among what is staged. An edit of one compares the others, and looks up none. */
function insertedRows(columns: readonly TableColumn[], staged: StagedRows): readonly (ShownRow | null)[] {
  const last = lastInserted.get(columns);
  const isSameRows = last?.staged.rows === staged.rows;
  const rows = staged.changes.map((change, place) => {
    if (isSameRows && last.staged.changes[place] === change) return last.rows[place] ?? null;
    return change.type === 'insert' ? insertedRow(change, staged.rows[place]!, columns) : null;
  });
  lastInserted.set(columns, { staged, rows });
  return rows;
}

const below = 'below-';

/** An id for a new row, and for one that stands below the rows of the page, where a pasted block goes on. */
export const newRowId = (): string => `new-${crypto.randomUUID()}`;
export const newRowIdBelow = (): string => `${below}${crypto.randomUUID()}`;

/** Where the next new row that is not pasted stands: after those that are there. */
export function placeOfNewRow(rows: readonly ShownRow[]): number {
  const place = rows.findIndex(({ id, change }) => change?.type !== 'insert' || id?.startsWith(below));
  return place === -1 ? rows.length : place;
}

/** The rows to show: new ones first, then those of the page with their changes, and what was pasted below them. */
export function shownRows({ columns }: TableDetail, base: readonly ShownRow[], staged: StagedRows): ShownRow[] {
  const known = base.map((row) => {
    if (row.id === null) return row;
    const id = stagedIdOf(staged, row.id);
    const change = changeOf(staged, id);
    const identified = id === row.id ? row : { ...row, id };
    return change === undefined ? identified : withChange(change, identified, columns);
  });
  const above: ShownRow[] = [];
  const pasted: ShownRow[] = [];
  for (const row of insertedRows(columns, staged)) if (row) (row.id?.startsWith(below) ? pasted : above).push(row);
  return [...above, ...known, ...pasted];
}

const atClock = derivedOnce((cells: readonly Cell[], zone: string, columns: readonly TableColumn[]): readonly Cell[] =>
  cells.map((cell, index) => (cell === null || !isMoment(columns[index]!) ? cell : inZone(cell, zone))),
);

/** The texts that the grid shows: moments in a zone, if one is chosen, and everything else as Postgres writes it. */
export function shownCells(
  { columns }: TableDetail,
  rows: readonly ShownRow[],
  zone: string | null,
): readonly (readonly Cell[])[] {
  return zone === null || !columns.some(isMoment)
    ? rows.map(({ cells }) => cells)
    : rows.map(({ cells }) => atClock(cells, zone, columns));
}

const withPlaces = derivedOnce((row: ShownRow, from: readonly number[]): ShownRow => ({
  ...row,
  cells: from.map((place) => row.cells[place] ?? null),
  cut: row.cut.size === 0 ? row.cut : new Set(from.flatMap((place, index) => (row.cut.has(place) ? [index] : []))),
}));

const placesIn = derivedOnce((visible: TableDetail, table: TableDetail): readonly number[] => {
  const places = new Map(table.columns.map(({ name }, place) => [name, place]));
  return visible.columns.map(({ name }) => places.get(name)!);
});

/** Rows with the columns of `visible`, which are some of the table's in any order. */
export function withColumns(table: TableDetail, visible: TableDetail, rows: readonly ShownRow[]): readonly ShownRow[] {
  if (visible === table) return rows;
  const from = placesIn(visible, table);
  return rows.map((row) => withPlaces(row, from));
}

/** The place that a refused commit is about. */
export interface RefusedCell {
  row: string | null;
  column: string | null;
}

export function rowMarkOf({ id, change }: ShownRow, refused: RefusedCell | null): RowMark | null {
  if (refused !== null && refused.row === id && refused.column === null)
    return change?.type === 'delete' ? 'refusedDeletion' : 'conflict';
  if (change?.type === 'insert') return 'inserted';
  return change?.type === 'delete' ? 'deleted' : null;
}

export function cellMarkOf(
  { id, change }: ShownRow,
  column: TableColumn,
  refused: RefusedCell | null,
): CellMark | null {
  const { name } = column;
  if (refused !== null && refused.row === id && refused.column === name) return 'failed';
  if (change?.type === 'update')
    return change.defaults.includes(name) ? 'default' : Object.hasOwn(change.values, name) ? 'changed' : null;
  if (change?.type === 'insert' && !Object.hasOwn(change.values, name))
    return column.default !== null || column.generated || column.identity ? 'default' : null;
  return null;
}
