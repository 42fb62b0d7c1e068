import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { Cell, Column } from '../../../contract/sql/query.ts';
import type { CreateEditor } from './gridEditor.ts';
import type { Position } from './selection.ts';

/** A request for the commands of a cell, or of a column where the row is the header's. */
export interface GridMenuRequest extends Position {
  /** Where in the window to open them. */
  x: number;
  y: number;
  byKey: boolean;
  /** Id of the grid's element, which has the focus before and after. */
  owner: string;
}

/** Class names of the grid's elements; `gridStyles.ts` styles them. */
export type GridClasses = Readonly<
  Record<
    | 'host'
    | 'content'
    | 'head'
    | 'corner'
    | 'headCell'
    | 'headName'
    | 'headType'
    | 'headSort'
    | 'headMenu'
    | 'handle'
    | 'body'
    | 'row'
    | 'cell'
    | 'rule'
    | 'gutter'
    | 'number'
    | 'range'
    | 'active'
    | 'drop'
    | 'editor'
    | 'note',
    string
  >
>;

export interface GridColumn extends Pick<Column, 'name' | 'type'> {
  /** Where the values of the column point, in words. */
  pointsTo?: string;
  /** The time zone that its moments are shown in. */
  zone?: string;
  /** How the rows are sorted by it; null where they are not. Without it, they cannot be. */
  sort?: ColumnSort | null;
}

export interface ColumnSort {
  descending: boolean;
  /** Which of several columns it is, counted from 1; null for the only one. */
  place: number | null;
}

export interface GridData {
  columns: readonly GridColumn[];
  /** Only ever added to, which `refresh` tells, or replaced, which `redraw` tells. */
  readonly rows: readonly (readonly Cell[])[];
}

/** How a cell or a row differs from what is stored. */
export type CellMark = 'changed' | 'default' | 'failed';
export type RowMark = 'inserted' | 'deleted' | 'conflict' | 'refusedDeletion';

export interface GridMarks {
  cellAt(row: number, column: number): CellMark | null;
  rowAt(row: number): RowMark | null;
  /** Whether the cell has what is searched for. */
  isFound?(row: number, column: number): boolean;
}

/** How a cell is edited in its place: as a text, or by choosing one of some values. */
export interface CellEditor {
  value: Cell;
  choices: readonly Cell[] | null;
}

/** The edit of a cell, which stays the cell's when the rows around it change. */
export interface CellEditing extends CellEditor {
  /** Where the cell is now; null while it is not shown. */
  position(): Position | null;
  /** Why the value cannot be stored in the cell; null where it can. Without a value, whether the cell takes any. */
  refusal(value?: Cell): string | null;
  onEdited(value: Cell): void;
}

/** What makes a grid editable. */
export interface GridEditing {
  /** `createEditor` of `gridEditor.ts`, which only editable grids load. */
  create: CreateEditor;
  /** Whether there is any cell to edit: where there is none, Tab leaves the grid. */
  isEditable(): boolean;
  /** Begins the edit of a cell; null where it is not edited in its place: then it is opened. */
  edit(position: Position): CellEditing | null;
  onCleared(range: CellRange): void;
  /** A text of the clipboard, for the cells from the beginning of the range. */
  onPasted(range: CellRange, text: string): void;
  /** The first row of the range, for all rows of it. */
  onFilledDown(range: CellRange): void;
  onUndone(): void;
  onRedone(): void;
  onCommitted(): void;
}

export interface GridOptions {
  /** Id of the grid's element, and the beginning of its cells' ids. */
  id: string;
  data: GridData;
  classes: GridClasses;
  /** Height of a row, in pixels; `setRowHeight` changes it. */
  rowHeight: number;
  label: string;
  /** Id of the keyboard help. */
  describedBy: string;
  onCellOpened(position: Position): void;
  /** Asks where a cell of a column that points somewhere leads: Alt and Enter, or a click with Control. */
  onFollowed?(position: Position): void;
  onCopyRequested(range: CellRange): void;
  onMenuRequested(request: GridMenuRequest): void;
  onSelected(range: CellRange): void;
  /** How many of the first columns stay where they are while the others are scrolled. */
  frozen?: number;
  /** Sorts by a column, or after the others with Shift: its arrow is clicked, or Enter pressed in its header. */
  onSorted?(column: number, isAdded: boolean): void;
  /** Whether a click anywhere in a header sorts, not only one on its arrow. */
  sortsByHeader?: boolean;
  /** The user has dragged the header of a column to another place. Without it, dragging headers selects columns. */
  onMoved?(column: number, to: number): void;
  /** The width of a column that the user chose before, in pixels. */
  widthOf?(column: number): number | undefined;
  /** The user has given a column another width, in pixels. */
  onResized?(column: number, width: number): void;
  marks?: GridMarks;
  editing?: GridEditing;
}
