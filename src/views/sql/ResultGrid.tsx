import { useId, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { css } from 'styled-system/css';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { ResultSet, ResultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import { mountGrid, type Grid } from '../parts/grid/grid.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
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

export interface ResultGridProps {
  store: ResultStore;
  result: ResultSet;
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
export function ResultGrid({ store, result, label, describedBy, port, ...handlers }: ResultGridProps) {
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | null>(null);
  const id = useId();
  const rowHeight = rowHeights[useDensity()];
  const hadFocus = useRef(false);
  const latest = useRef({ ...handlers, rowHeight });
  useLayoutEffect(() => {
    latest.current = { ...handlers, rowHeight };
    grid.current?.setRowHeight(rowHeight);
  });
  useLayoutEffect(() => {
    const host = place.current!;
    const mounted = mountGrid(host, {
      id,
      data: result,
      classes: gridClasses,
      rowHeight: latest.current.rowHeight,
      label,
      describedBy,
      onCellOpened: ({ row, column }) => latest.current.onCellOpened(row, column),
      onCopyRequested: (range) => latest.current.onCopyRequested(range),
      onSelected: (range) => latest.current.onSelected(range),
      onMenuRequested: (request) => latest.current.onMenuRequested(request),
    });
    grid.current = mounted;
    // Sorted rows are another grid's, where the keyboard goes on.
    if (hadFocus.current) mounted.focus();
    const stop = store.watch(mounted.refresh);
    return () => {
      stop();
      hadFocus.current = host.contains(document.activeElement);
      grid.current = null;
      mounted.destroy();
    };
  }, [id, store, result, label, describedBy]);
  useImperativeHandle(port, () => grid.current!);
  return <div ref={place} className={frame} />;
}
