import type { GridContext } from './gridContext.ts';
import { groupDigits, type GridRows } from './gridRows.ts';
import type { GridSelection } from './gridSelection.ts';
import { headHeight, scrollHeight, visibleColumns, visibleRows } from './windowing.ts';

/** Draws what the viewport is over. */
export interface GridDrawing {
  drawRows(): void;
  drawColumns(scrollLeft: number): void;
  /** Sizes the content to the data and the slots to the viewport. */
  resize(): void;
  setWidth(column: number, width: number): void;
  setRowHeight(height: number): void;
  /** Gives the columns the widths of the first values, once there are any. */
  fitToValues(): void;
}

/** Rows beyond the visible ones, and columns on each side. */
const spareRows = 2;
const spareColumns = 1;

const narrowestGutter = 40;
const digitWidth = 7;
const gutterPadding = 16;

export function createDrawing(
  { data, columns, elements, viewport }: GridContext,
  rows: GridRows,
  selection: GridSelection,
): GridDrawing {
  const { scroller, content, head, corner, headCells, body, rules, gutter } = elements;
  const { rangeBox, activeBox, activeHeadBox } = elements;

  function drawRows(): void {
    const { top, scrollTop } = viewport.position;
    const shift = scrollTop - top;
    if (shift !== viewport.shift) {
      viewport.shift = shift;
      rows.place();
      selection.place();
    }
    const count = data.rows.length;
    const slots = rows.slots.length;
    if (slots === 0 || count === 0) return rows.clear();
    // As many rows as there are slots, so that each shows one: the visible ones, and the spare ones around them.
    const { first } = visibleRows(top, viewport.extent());
    const from = Math.max(0, Math.min(first - spareRows, count - slots));
    rows.show(from, Math.min(count, from + slots));
    selection.follow();
  }

  function drawColumns(scrollLeft: number): void {
    const shown = viewport.columns;
    const next = visibleColumns(scrollLeft, viewport.bodyWidth(), columns.offsets, spareColumns);
    if (next.first === shown.first && next.last === shown.last) return;
    viewport.columns = next;
    head.replaceChildren(corner, ...headCells.slice(next.first, next.last + 1), activeHeadBox);
    body.replaceChildren(
      ...rows.slots.map(({ element }) => element),
      ...rules.slice(next.first, next.last + 1),
      rangeBox,
      activeBox,
    );
    layOut();
  }

  /** Puts every cell in its place and fills it. */
  function layOut(): void {
    const { columns: shown, gutterWidth } = viewport;
    for (let column = shown.first; column <= shown.last; column++) {
      const { style } = headCells[column]!;
      style.left = `${gutterWidth + columns.offsets[column]!}px`;
      style.width = `${columns.widths[column]!}px`;
      rules[column]!.style.left = `${columns.offsets[column + 1]! - 1}px`;
    }
    rows.layOut();
    selection.place();
    selection.mark();
  }

  /** Makes the gutter wide enough for the largest row number. */
  function resizeGutter(): void {
    const digits = groupDigits(data.rows.length).length;
    const width = Math.max(narrowestGutter, Math.ceil(digits * digitWidth) + gutterPadding);
    if (width === viewport.gutterWidth) return;
    viewport.gutterWidth = width;
    gutter.style.width = `${width}px`;
    corner.style.width = `${width}px`;
    body.style.left = `${width}px`;
    layOut();
  }

  function resize(): void {
    resizeGutter();
    const width = columns.offsets.at(-1)!;
    const height = scrollHeight(viewport.extent());
    content.style.width = `${width + viewport.gutterWidth}px`;
    content.style.height = `${height + headHeight}px`;
    body.style.width = `${width}px`;
    body.style.height = `${height}px`;
    gutter.style.height = `${height}px`;
    scroller.style.setProperty('--row-height', `${viewport.rowHeight}px`);
    scroller.setAttribute('aria-rowcount', String(data.rows.length + 1));
    const visible = Math.ceil(viewport.bodyHeight() / viewport.rowHeight) + 1;
    rows.setCount(Math.min(data.rows.length, visible + 2 * spareRows));
  }

  return {
    drawRows,
    drawColumns,
    resize,
    setWidth(column, width) {
      columns.setWidth(column, width);
      const { scrollLeft } = scroller;
      resize();
      layOut();
      drawColumns(scrollLeft);
    },
    setRowHeight(height) {
      viewport.rowHeight = height;
      resize();
      rows.place();
      selection.place();
    },
    fitToValues() {
      if (!columns.fitToValues()) return;
      layOut();
      drawColumns(scroller.scrollLeft);
    },
  };
}
