import type { Cell } from '../../contract/sql/query.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import type { RowPage } from '../../contract/tables/rows.ts';
import type { TableColumn, TableDetail } from '../../contract/tables/table.ts';
import { inZone } from '../../contract/tables/timeZones.ts';
import { rowIdOf, type StagedRows, type StoredRow } from '../../machines/tables/stagedEdits/stagedRows.ts';
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

type BaseRow = Omit<ShownRow, 'change'>;

const noneCut: ReadonlySet<number> = new Set();

/** The rows of a page, as they are stored. */
export function storedRows({ columns, key }: TableDetail, { rows, cut }: RowPage): BaseRow[] {
  const names = columns.map(({ name }) => name);
  const keyAt = key.map((name) => names.indexOf(name));
  const cutIn = new Map<number, Set<number>>();
  for (const [row, column] of cut) cutIn.set(row, (cutIn.get(row) ?? new Set()).add(column));
  return rows.map((cells, index) => {
    const cutHere = cutIn.get(index) ?? noneCut;
    const found = keyAt.map((column) => cells[column] ?? null);
    // A key that is cut, or has no value, identifies no row.
    const isKnown = found.length > 0 && found.every((value, place) => value !== null && !cutHere.has(keyAt[place]!));
    const rowKey = isKnown ? (found as string[]) : null;
    const values = Object.fromEntries(
      names.flatMap((name, column): [string, Cell][] => (cutHere.has(column) ? [] : [[name, cells[column] ?? null]])),
    );
    return {
      id: rowKey && rowIdOf(rowKey),
      stored: rowKey && { key: rowKey, values },
      cells,
      cut: cutHere,
    };
  });
}

function withChange(row: BaseRow, columns: readonly TableColumn[], change: RowChange): ShownRow {
  if (change.type !== 'update') return { ...row, change };
  const cells = columns.map(({ name }, column) =>
    change.defaults.includes(name) ? null : name in change.values ? change.values[name]! : (row.cells[column] ?? null),
  );
  const isWhole = (column: number) => columns[column]!.name in change.values;
  return { ...row, cells, change, cut: new Set([...row.cut].filter((column) => !isWhole(column))) };
}

/** New rows as they were shown before: thousands may be staged, and an edit of one must not make all of them again. */
const shownInserts = new WeakMap<RowChange, { columns: readonly TableColumn[]; row: ShownRow }>();

function insertedRow(
  id: string,
  change: Extract<RowChange, { type: 'insert' }>,
  columns: readonly TableColumn[],
): ShownRow {
  const known = shownInserts.get(change);
  if (known?.columns === columns && known.row.id === id) return known.row;
  const cells = columns.map(({ name }) => change.values[name] ?? null);
  const row: ShownRow = { id, stored: null, cells, change, cut: noneCut };
  shownInserts.set(change, { columns, row });
  return row;
}

/** The rows to show: new ones first, then those of the page with their changes. */
export function shownRows({ columns }: TableDetail, base: readonly BaseRow[], staged: StagedRows): ShownRow[] {
  const added: ShownRow[] = [];
  // Thousands may be staged, and this runs at each edit: a list of pairs would cost more than the rows.
  for (const id in staged) {
    const change = staged[id]!;
    if (change.type === 'insert') added.push(insertedRow(id, change, columns));
  }
  const known = base.map((row): ShownRow => {
    const change = row.id === null ? undefined : staged[row.id];
    return change === undefined ? { ...row, change: null } : withChange(row, columns, change);
  });
  return [...added, ...known];
}

/** The texts that the grid shows: moments in a zone, if one is chosen, and everything else as Postgres writes it. */
export function shownCells(
  { columns }: TableDetail,
  rows: readonly ShownRow[],
  zone: string | null,
): readonly (readonly Cell[])[] {
  const moments = zone === null ? [] : columns.flatMap((column, index) => (isMoment(column) ? [index] : []));
  if (zone === null || moments.length === 0) return rows.map(({ cells }) => cells);
  return rows.map(({ cells }) => {
    const shown = [...cells];
    for (const index of moments) {
      const cell = shown[index];
      if (cell != null) shown[index] = inZone(cell, zone);
    }
    return shown;
  });
}

/** Rows with the columns of `visible`, which are some of the table's in any order. */
export function withColumns(table: TableDetail, visible: TableDetail, rows: readonly ShownRow[]): readonly ShownRow[] {
  if (visible === table) return rows;
  const places = new Map(table.columns.map(({ name }, place) => [name, place]));
  const from = visible.columns.map(({ name }) => places.get(name)!);
  return rows.map((row) => ({
    ...row,
    cells: from.map((place) => row.cells[place] ?? null),
    cut: row.cut.size === 0 ? row.cut : new Set(from.flatMap((place, index) => (row.cut.has(place) ? [index] : []))),
  }));
}

/** The place that a refused commit is about. */
export interface RefusedCell {
  row: string | null;
  column: string | null;
}

export function rowMarkOf({ id, change }: ShownRow, refused: RefusedCell | null): RowMark | null {
  if (refused !== null && refused.row === id && refused.column === null) return 'conflict';
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
    return change.defaults.includes(name) ? 'default' : name in change.values ? 'changed' : null;
  if (change?.type === 'insert' && !(name in change.values))
    return column.default !== null || column.generated ? 'default' : null;
  return null;
}
