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
  /** Columns that have elements. */
  columns: Stretch;
  /** Offset of every row from its own place: 0 unless the range of the scroll bar is scaled. */
  shift: number;
  bodyWidth(): number;
  bodyHeight(): number;
  extent(): ScrollExtent;
}

export function createViewport(data: GridData, rowHeight: number): GridViewport {
  const viewport: GridViewport = {
    width: 0,
    height: 0,
    gutterWidth: 0,
    rowHeight,
    position: { scrollTop: 0, top: 0 },
    columns: { first: 0, last: -1 },
    shift: 0,
    bodyWidth: () => Math.max(0, viewport.width - viewport.gutterWidth),
    bodyHeight: () => Math.max(0, viewport.height - headHeight),
    extent: () => ({ rows: data.rows.length, viewport: viewport.bodyHeight(), rowHeight: viewport.rowHeight }),
  };
  return viewport;
}
