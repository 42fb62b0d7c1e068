import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { takesRows, type TableDetail } from '../../contract/tables/table.ts';
import type { CellEdit, RowDeletion } from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { Position } from '../parts/grid/selection.ts';
import { canEdit, pastedBlock, pastedValue, type PastedBlock } from './cellRules.ts';
import type { ShownRow } from './shownRows.ts';

interface Shown {
  table: TableDetail;
  rows: readonly ShownRow[];
}

/** A cell that may be changed, as an edit; none for another cell. */
function editOf({ table, rows }: Shown, row: number, column: number, value: Cell, toDefault = false): CellEdit[] {
  const shown = rows[row];
  const described = table.columns[column];
  if (!shown || !described || shown.id === null || !canEdit(table, shown, described)) return [];
  // A value that is cut is not known, so it cannot be compared: it is edited whole.
  if (shown.cut.has(column)) return [];
  if (value === null && !toDefault && !described.nullable) return [];
  return [{ row: shown.id, stored: shown.stored, column: described.name, value, toDefault }];
}

function* cellsIn({ fromRow, toRow, fromColumn, toColumn }: CellRange) {
  for (let row = fromRow; row <= toRow; row++)
    for (let column = fromColumn; column <= toColumn; column++) yield { row, column };
}

export const cellEdit = (shown: Shown, row: number, column: number, value: Cell): CellEdit[] =>
  editOf(shown, row, column, value);

/** Whether a cell shows a text, in any case. */
export const hasText = (cell: Cell, text: string): boolean =>
  text !== '' && cell?.toLowerCase().includes(text.toLowerCase()) === true;

/** The cells that show a text, row by row. */
export const cellsWith = (rows: readonly ShownRow[], text: string): Position[] =>
  text === ''
    ? []
    : rows.flatMap(({ cells }, row) => cells.flatMap((cell, column) => (hasText(cell, text) ? [{ row, column }] : [])));

/** NULL for every cell of the range that may be NULL. */
export const clearing = (shown: Shown, range: CellRange): CellEdit[] =>
  [...cellsIn(range)].flatMap(({ row, column }) => editOf(shown, row, column, null));

/** The columns of the range with cells that may be changed, but not to NULL. */
export const neverNull = ({ table, rows }: Shown, { fromRow, toRow, fromColumn, toColumn }: CellRange): string[] =>
  table.columns
    .slice(fromColumn, toColumn + 1)
    .filter((column) => !column.nullable && rows.slice(fromRow, toRow + 1).some((row) => canEdit(table, row, column)))
    .map(({ name }) => name);

/** The default for every cell of the range whose column has one. */
export const defaulting = (shown: Shown, range: CellRange): CellEdit[] =>
  [...cellsIn(range)].flatMap(({ row, column }) =>
    shown.table.columns[column]?.default == null ? [] : editOf(shown, row, column, null, true),
  );

/** A new UUID for every cell of the range in a column of that type. */
export const generating = (shown: Shown, range: CellRange, next: () => string): CellEdit[] =>
  [...cellsIn(range)].flatMap(({ row, column }) =>
    shown.table.columns[column]?.baseType === 'uuid' ? editOf(shown, row, column, next()) : [],
  );

/** How many cells of the range show only the beginning of their value. */
export const cutIn = (rows: readonly ShownRow[], range: CellRange): number =>
  [...cellsIn(range)].filter(({ row, column }) => rows[row]?.cut.has(column) === true).length;

/** The first row of the range, in all its rows; nothing of a value whose end is not known. */
export const fillingDown = (shown: Shown, range: CellRange): CellEdit[] => {
  const first = shown.rows[range.fromRow];
  return [...cellsIn({ ...range, fromRow: range.fromRow + 1 })].flatMap(({ row, column }) =>
    first?.cut.has(column) ? [] : editOf(shown, row, column, first?.cells[column] ?? null),
  );
};

/** What a pasted block changes, and the rows that it adds. */
export interface Pasted {
  cells: CellEdit[];
  /** Values of new rows, by column. */
  added: Record<string, Cell>[];
}

/** The values of a line for the columns from one on, as far as Postgres does not compute them. */
const valuesFrom = ({ columns }: TableDetail, first: number, line: PastedBlock[number]): Record<string, Cell> =>
  Object.fromEntries(
    line.flatMap((text, index): [string, Cell][] => {
      const column = columns[first + index];
      return column === undefined || text === undefined || column.generated
        ? []
        : [[column.name, pastedValue(column, text)]];
    }),
  );

/**
 * A pasted block from the first cell of the range on; a single value fills the range. Lines below the rows become new
 * rows.
 */
export function pasting(shown: Shown, range: CellRange, text: string): Pasted {
  const { table, rows } = shown;
  const block = pastedBlock(text, table.columns.slice(range.fromColumn));
  const [[only] = []] = block;
  if (only !== undefined && block.length === 1 && block[0]?.length === 1 && range.fromRow < rows.length) {
    const valueFor = (column: number) => pastedValue(table.columns[column]!, only);
    const cells = [...cellsIn(range)].flatMap(({ row, column }) => editOf(shown, row, column, valueFor(column)));
    return { cells, added: [] };
  }
  const { fromRow, fromColumn } = range;
  const known = block.slice(0, rows.length - fromRow);
  const canInsert = takesRows(table);
  return {
    cells: known.flatMap((line, index) =>
      line.flatMap((value, place) => {
        const column = table.columns[fromColumn + place];
        return column && value !== undefined
          ? editOf(shown, fromRow + index, fromColumn + place, pastedValue(column, value))
          : [];
      }),
    ),
    added: canInsert ? block.slice(known.length).map((line) => valuesFrom(table, fromColumn, line)) : [],
  };
}

/** The rows of the range, as rows to delete. */
export const deleting = ({ table, rows }: Shown, { fromRow, toRow }: CellRange): RowDeletion[] =>
  rows
    .slice(fromRow, toRow + 1)
    .flatMap(({ id, stored, change }) =>
      id === null || change?.type === 'delete' || (stored !== null && table.readOnly !== null)
        ? []
        : [{ row: id, stored }],
    );

/** A row's values for a new row: without what Postgres computes or counts, and without a key that has a default. */
export const copyOf = ({ columns, key }: TableDetail, { cells, cut }: ShownRow): Record<string, Cell> =>
  Object.fromEntries(
    columns.flatMap(({ name, generated, identity, default: byDefault }, column): [string, Cell][] => {
      const isGiven = generated || identity || (key.includes(name) && byDefault !== null);
      return isGiven || cut.has(column) ? [] : [[name, cells[column] ?? null]];
    }),
  );
