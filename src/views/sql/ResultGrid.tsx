import { useId, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { css } from 'styled-system/css';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { ResultSet, ResultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import { mountGrid, type Grid } from '../parts/grid/grid.ts';
import type { ColumnSort, GridColumn, GridMenuRequest, GridOptions } from '../parts/grid/gridOptions.ts';
import { gridClasses } from '../parts/grid/gridStyles.ts';
import { rowHeights } from '../parts/grid/rowHeights.ts';
import { useDensity } from '../parts/useDensity.ts';

const frame = css({
  position: 'relative',
  height: 'full',
  minHeight: '0',
  minWidth: '0',
  '&:has(> [role=grid]:focus-visible:not([aria-activedescendant]))::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    outline: 'focus',
    outlineOffset: '-0.5',
    pointerEvents: 'none',
    zIndex: 'rail',
  },
});

interface ResultGridProps {
  store: ResultStore;
  result: ResultSet;
  /** How the rows are sorted by a column, null where they are not. */
  sortOf: (column: number) => ColumnSort | null;
  onSorted: (column: number) => void;
  /** The width that the user gave a column before. */
  widthOf: (column: number) => number | undefined;
  /** Called with all widths when the grid is left, where the user has changed one. */
  onWidthsLeft: (widths: readonly number[]) => void;
  label: string;
  /** Id of its keyboard help. */
  describedBy: string;
  /** Holds the grid while it is mounted, for the commands that copy the selection. */
  port: Ref<Grid>;
  onCellOpened: (row: number, column: number) => void;
  onCopyRequested: (range: CellRange) => void;
  onSelected: (range: CellRange) => void;
  onMenuRequested: (request: GridMenuRequest) => void;
}

/** Holds the grid, which draws itself: rows never pass through React. */
export function ResultGrid({ store, result, sortOf, label, describedBy, port, ...handlers }: ResultGridProps) {
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | null>(null);
  const id = useId();
  const rowHeight = rowHeights[useDensity()];
  const latest = useRef({ ...handlers, rowHeight, sortOf });
  useLayoutEffect(() => {
    latest.current = { ...handlers, rowHeight, sortOf };
    grid.current?.setRowHeight(rowHeight);
  });
  useLayoutEffect(
    () => () => {
      const widths = grid.current?.widths();
      if (widths) latest.current.onWidthsLeft(widths);
      grid.current?.destroy();
      grid.current = null;
    },
    [],
  );
  useLayoutEffect(() => {
    const options: GridOptions = {
      id,
      data: {
        columns: result.columns.map((column, index): GridColumn => ({ ...column, sort: latest.current.sortOf(index) })),
        // More may arrive.
        rows: result.rows,
      },
      classes: gridClasses,
      rowHeight: latest.current.rowHeight,
      label,
      describedBy,
      onCellOpened: ({ row, column }) => latest.current.onCellOpened(row, column),
      onCopyRequested: (range) => latest.current.onCopyRequested(range),
      onSelected: (range) => latest.current.onSelected(range),
      onMenuRequested: (request) => latest.current.onMenuRequested(request),
      onSorted: (column) => latest.current.onSorted(column),
      sortsByHeader: true,
      // A grid that is replaced hands its widths on itself.
      ...(grid.current === null && { widthOf: (column: number) => latest.current.widthOf(column) }),
    };
    // Sorted rows are another grid's, where the keyboard goes on.
    grid.current = grid.current?.replaceWith(options) ?? mountGrid(place.current!, options);
    return store.watch(grid.current.refresh);
  }, [id, store, result, label, describedBy]);
  useImperativeHandle(port, () => grid.current!);
  return <div ref={place} className={frame} />;
}
