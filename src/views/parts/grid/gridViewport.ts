import type { GridData } from './gridOptions.ts';
import { headHeight, type ScrollExtent, type ScrollPosition, type Stretch } from './windowing.ts';

/** The part of the data that the grid shows, in pixels. */
export interface GridViewport {
  /** Size of the scrolling element, without its scroll bars. */
  width: number;
  height: number;
  gutterWidth: number;
  rowHeight: number;
  position: ScrollPosition;
  /** How far the columns are scrolled, in pixels. */
  scrollLeft: number;
  /** How many of the first columns stay in place, and how wide they are together. */
  frozen: number;
  frozenWidth: number;
  /** Columns that have elements, beside the frozen ones. */
  columns: Stretch;
  /** Offset of every row from its own place: 0 unless the range of the scroll bar is scaled. */
  shift: number;
  bodyWidth(): number;
  bodyHeight(): number;
  extent(): ScrollExtent;
  /** The column of the cell at this index among the cells that a row has. */
  columnOf(index: number): number;
  /** The index of a column's cell. */
  indexOf(column: number): number;
}

export function createViewport(data: GridData, rowHeight: number): GridViewport {
  const viewport: GridViewport = {
    width: 0,
    height: 0,
    gutterWidth: 0,
    rowHeight,
    position: { scrollTop: 0, top: 0 },
    scrollLeft: 0,
    frozen: 0,
    frozenWidth: 0,
    columns: { first: 0, last: -1 },
    shift: 0,
    bodyWidth: () => Math.max(0, viewport.width - viewport.gutterWidth),
    bodyHeight: () => Math.max(0, viewport.height - headHeight),
    extent: () => ({ rows: data.rows.length, viewport: viewport.bodyHeight(), rowHeight: viewport.rowHeight }),
    columnOf: (index) => (index < viewport.frozen ? index : viewport.columns.first + index - viewport.frozen),
    indexOf: (column) => (column < viewport.frozen ? column : column - viewport.columns.first + viewport.frozen),
  };
  return viewport;
}
