import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { Cell, Column } from '../../../contract/sql/query.ts';
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
    | 'headMenu'
    | 'handle'
    | 'body'
    | 'row'
    | 'cell'
    | 'rule'
    | 'gutter'
    | 'number'
    | 'range'
    | 'active',
    string
  >
>;

export interface GridData {
  columns: readonly Column[];
  /** Only ever added to; `refresh` says when. */
  rows: readonly (readonly Cell[])[];
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
  onCopyRequested(range: CellRange): void;
  onMenuRequested(request: GridMenuRequest): void;
  onSelected(range: CellRange): void;
}
