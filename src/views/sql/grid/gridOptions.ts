import type { Cell, Column } from '../../../contract/sql/query.ts';
import type { CellRange } from '../../../machines/sql/sqlResults/resultText.ts';
import type { Position } from './selection.ts';

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
  data: GridData;
  classes: GridClasses;
  label: string;
  /** Id of the keyboard help. */
  describedBy: string;
  onCellOpened(position: Position): void;
  onCopyRequested(range: CellRange): void;
  onSelected(range: CellRange): void;
}
