import type { CellRange } from '../../../contract/sql/cellRange.ts';

/** A cell; the header is row -1. */
export interface Position {
  row: number;
  column: number;
}

/** What is selected: from where it began to where the keyboard is. */
export interface Selection {
  anchor: Position;
  active: Position;
}

export interface Size {
  rows: number;
  columns: number;
}

export const headerRow = -1;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export const at = (position: Position): Selection => ({ anchor: position, active: position });

const within = ({ row, column }: Position, { rows, columns }: Size): Position => ({
  row: clamp(row, headerRow, rows - 1),
  column: clamp(column, 0, Math.max(0, columns - 1)),
});

/** The same selection in a grid of another size, as when rows stream in or another result is shown. */
export const fitted = ({ anchor, active }: Selection, size: Size): Selection => ({
  anchor: within(anchor, size),
  active: within(active, size),
});

/** The rectangle that is selected. In the header, a whole column. */
export function rangeOf({ anchor, active }: Selection, { rows }: Size): CellRange {
  const isColumns = anchor.row === headerRow || active.row === headerRow;
  return {
    fromRow: isColumns ? 0 : Math.min(anchor.row, active.row),
    toRow: isColumns ? rows - 1 : Math.max(anchor.row, active.row),
    fromColumn: Math.min(anchor.column, active.column),
    toColumn: Math.max(anchor.column, active.column),
  };
}

export const holds = ({ fromRow, toRow, fromColumn, toColumn }: CellRange, row: number, column: number): boolean =>
  row >= fromRow && row <= toRow && column >= fromColumn && column <= toColumn;

export const cellCount = ({ fromRow, toRow, fromColumn, toColumn }: CellRange): number =>
  Math.max(0, toRow - fromRow + 1) * Math.max(0, toColumn - fromColumn + 1);

// What is selected at once keeps the keyboard at its beginning, where the eye is.

export const everything = ({ rows, columns }: Size): Selection => ({
  anchor: { row: rows - 1, column: columns - 1 },
  active: { row: 0, column: 0 },
});

export const rowsFrom = (from: number, to: number, { columns }: Size): Selection => ({
  anchor: { row: from, column: columns - 1 },
  active: { row: to, column: 0 },
});

export const columnsFrom = (from: number, to: number, { rows }: Size): Selection => ({
  anchor: { row: rows - 1, column: from },
  active: { row: 0, column: to },
});

/** The part of a keyboard event that moves a selection. */
export interface Keystroke {
  key: string;
  shiftKey: boolean;
  /** Control, or Command on a Mac. */
  mod: boolean;
}

const steps: Readonly<Record<string, Position>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** Where the keyboard goes; null for a key that does not move. */
function destination(
  { active }: Selection,
  { key, shiftKey, mod }: Keystroke,
  { rows, columns }: Size,
  page: number,
): Position | null {
  const { row, column } = active;
  const step = steps[key];
  // Stretching a selection never leaves the data for the header.
  const top = shiftKey && row !== headerRow ? 0 : headerRow;
  if (step) {
    if (!mod) return { row: clamp(row + step.row, top, rows - 1), column: column + step.column };
    return {
      row: step.row === 0 ? row : step.row < 0 ? (row > 0 ? 0 : top) : rows - 1,
      column: step.column === 0 ? column : step.column < 0 ? 0 : columns - 1,
    };
  }
  switch (key) {
    case 'PageUp':
      return { row: row <= 0 ? row : Math.max(0, row - page), column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row: mod ? 0 : row, column: 0 };
    case 'End':
      return { row: mod ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}

/** The cell after or before another one, row by row; null at the end. */
export function adjacentCell({ row, column }: Position, isBack: boolean, size: Size): Position | null {
  const place = row * size.columns + column + (isBack ? -1 : 1);
  if (row === headerRow || place < 0 || place >= size.rows * size.columns) return null;
  return { row: Math.floor(place / size.columns), column: place % size.columns };
}

/**
 * The selection after a key: moved, stretched with Shift, everything with Mod+A. Null for a key that is not the
 * selection's.
 */
export function afterKey(selection: Selection, keystroke: Keystroke, size: Size, page: number): Selection | null {
  const { key, shiftKey, mod } = keystroke;
  if (mod && key.toLowerCase() === 'a') return everything(size);
  if (key === ' ' && shiftKey)
    return selection.active.row === headerRow ? null : rowsFrom(selection.anchor.row, selection.active.row, size);
  if (key === ' ' && (mod || selection.active.row === headerRow))
    return columnsFrom(selection.anchor.column, selection.active.column, size);
  if (key === 'Escape') return at(selection.active);
  const to = destination(selection, keystroke, size, page);
  if (!to) return null;
  const active = within(to, size);
  return shiftKey ? { anchor: selection.anchor, active } : at(active);
}
