import type { GridContext } from './gridContext.ts';
import type { GridDrawing } from './gridDrawing.ts';
import { headerRow, type Position } from './selection.ts';
import { follow, leftToShow, scrollTopOf, topToShow, topWithin } from './windowing.ts';

/** Keeps the viewport where the browser scrolls it, and scrolls where the grid wants it. */
export interface GridScrolling {
  /** Follows the browser's scroll bars. */
  scrolled(): void;
  /** Follows the size of the scrolling element. */
  resized(): void;
  /** Changes the height of the rows under the first visible one, which stays where it is. */
  setRowHeight(height: number): void;
  /** Scrolls to a cell, moving as little as possible. */
  reveal(position: Position): void;
  stop(): void;
}

/** How long scrolling pauses before the scroll bar is corrected. */
const settleMs = 120;

export function createScrolling({ columns, elements, viewport }: GridContext, drawing: GridDrawing): GridScrolling {
  const { scroller } = elements;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function scrollTo(scrollTop: number, top: number): void {
    scroller.scrollTop = scrollTop;
    // The browser may round what it is told.
    viewport.position = { scrollTop: scroller.scrollTop, top };
  }

  /** Puts a scaled scroll bar where it belongs. */
  function settle(): void {
    const { top, scrollTop } = viewport.position;
    const wanted = Math.round(scrollTopOf(top, viewport.extent()));
    if (wanted === scrollTop) return;
    scrollTo(wanted, top);
    drawing.drawRows();
  }

  return {
    scrolled() {
      // Both are read before anything is written: reading afterwards would make the browser lay out in between.
      const { scrollTop, scrollLeft } = scroller;
      if (scrollTop !== viewport.position.scrollTop) {
        viewport.position = follow(viewport.position, scrollTop, viewport.extent());
        drawing.drawRows();
        if (viewport.shift !== 0) {
          clearTimeout(settling);
          settling = setTimeout(settle, settleMs);
        }
      }
      drawing.drawColumns(scrollLeft);
    },

    resized() {
      const { clientWidth, clientHeight } = scroller;
      if (clientWidth === viewport.width && clientHeight === viewport.height) return;
      viewport.width = clientWidth;
      viewport.height = clientHeight;
      const { scrollTop, scrollLeft } = scroller;
      viewport.position = follow(viewport.position, scrollTop, viewport.extent());
      drawing.resize();
      drawing.drawColumns(scrollLeft);
      drawing.drawRows();
    },

    reveal({ row, column }) {
      const { scrollLeft } = scroller;
      const { frozen, frozenWidth } = viewport;
      const seen = viewport.bodyWidth() - frozenWidth;
      const left =
        column < frozen
          ? scrollLeft
          : leftToShow(column, scrollLeft + frozenWidth, seen, columns.offsets) - frozenWidth;
      if (left !== scrollLeft) scroller.scrollLeft = left;
      drawing.drawColumns(left);
      if (row === headerRow) return;
      const { top } = viewport.position;
      const next = topToShow(row, top, viewport.extent());
      if (next !== top) scrollTo(Math.round(scrollTopOf(next, viewport.extent())), next);
      drawing.drawRows();
    },

    setRowHeight(height) {
      if (height === viewport.rowHeight) return;
      const first = viewport.position.top / viewport.rowHeight;
      drawing.setRowHeight(height);
      const top = topWithin(first * height, viewport.extent());
      scrollTo(Math.round(scrollTopOf(top, viewport.extent())), top);
      drawing.drawRows();
    },

    stop: () => clearTimeout(settling),
  };
}
