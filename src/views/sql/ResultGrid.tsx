import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { css } from 'styled-system/css';
import type { CellRange } from '../../machines/sql/sqlResults/resultText.ts';
import type { ResultSet, ResultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import { mountGrid, type Grid } from './grid/grid.ts';
import { gridClasses } from './grid/gridStyles.ts';

const host = css({
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
}

/** Holds the grid, which draws itself: rows never pass through React. */
export function ResultGrid({ store, result, label, describedBy, port, ...handlers }: ResultGridProps) {
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | null>(null);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    const mounted = mountGrid(place.current!, {
      data: result,
      classes: gridClasses,
      label,
      describedBy,
      onCellOpened: ({ row, column }) => latest.current.onCellOpened(row, column),
      onCopyRequested: (range) => latest.current.onCopyRequested(range),
      onSelected: (range) => latest.current.onSelected(range),
    });
    grid.current = mounted;
    const stop = store.watch(mounted.refresh);
    return () => {
      stop();
      grid.current = null;
      mounted.destroy();
    };
  }, [store, result, label, describedBy]);
  useImperativeHandle(port, () => grid.current!);
  return <div ref={place} className={host} />;
}
