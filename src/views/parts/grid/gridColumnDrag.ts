import type { GridContext } from './gridContext.ts';

/** How far a header is dragged before its column moves, in pixels. */
const dragBegins = 5;

/** What a drag of a header does while it moves, and when it ends: a line shows where the column would come. */
export function followColumn(
  { elements: { head, headCells, dropLine } }: GridContext,
  startX: number,
  column: number,
  columnUnder: (x: number) => number,
  moved: (column: number, to: number) => void,
): [moved: (x: number) => void, ended: (isCancelled: boolean) => void] {
  /** The column before which it would come; null before the drag has begun. */
  let gap: number | null = null;
  return [
    (x) => {
      if (gap === null && Math.abs(x - startX) < dragBegins) return;
      const over = columnUnder(x);
      const { left, right } = headCells[over]!.getBoundingClientRect();
      gap = x > (left + right) / 2 ? over + 1 : over;
      const edge = (gap === over ? left : right) - head.getBoundingClientRect().left;
      dropLine.style.transform = `translateX(${edge - 1}px)`;
      dropLine.hidden = false;
    },
    (isCancelled) => {
      dropLine.hidden = true;
      if (isCancelled || gap === null) return;
      // The column itself leaves its place.
      const to = gap > column ? gap - 1 : gap;
      if (to !== column) moved(column, to);
    },
  ];
}
