import { grouped } from '../../../contract/common/counts.ts';
import type { GridContext } from './gridContext.ts';
import { type GridRows } from './gridRows.ts';
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
}

/** Rows beyond the visible ones, and columns on each side. */
const spareRows = 2;
const spareColumns = 1;

/** The share of the grid's width that frozen columns may have. */
const frozenMost = 0.7;

const narrowestGutter = 40;
const digitWidth = 7;
const gutterPadding = 16;

/** The columns that stay in place; none where they would leave too little room for the others. */
function frozenCount({ data, columns, viewport, wantedFrozen }: GridContext): number {
  const count = Math.min(wantedFrozen, data.columns.length - 1);
  return count > 0 && columns.offsets[count]! <= viewport.bodyWidth() * frozenMost ? count : 0;
}

/** Puts the header and the line of a column in their places. */
function placeHead({ columns, elements: { headCells, rules }, viewport }: GridContext, column: number): void {
  const headCell = headCells[column]!;
  headCell.toggleAttribute('data-frozen', column < viewport.frozen);
  headCell.style.left = `${viewport.gutterWidth + columns.offsets[column]!}px`;
  headCell.style.width = `${columns.widths[column]!}px`;
  rules[column]!.style.left = `${columns.offsets[column + 1]! - 1}px`;
}

export function createDrawing(context: GridContext, rows: GridRows, selection: GridSelection): GridDrawing {
  const { data, columns, elements, viewport } = context;
  const { scroller, content, head, corner, headCells, body, rules, gutter } = elements;
  const { rangeBox, activeBox, activeHeadBox, dropLine } = elements;

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
    const hasMoved = scrollLeft !== viewport.scrollLeft;
    viewport.scrollLeft = scrollLeft;
    const frozen = frozenCount(context);
    const frozenWidth = columns.offsets[frozen]!;
    const shown = viewport.columns;
    const seen = viewport.bodyWidth() - frozenWidth;
    const visible = visibleColumns(scrollLeft + frozenWidth, seen, columns.offsets, spareColumns);
    const next = { first: Math.max(frozen, visible.first), last: visible.last };
    const isSame = frozen === viewport.frozen && next.first === shown.first && next.last === shown.last;
    viewport.frozenWidth = frozenWidth;
    if (isSame) {
      if (hasMoved && frozen > 0) selection.place();
      return;
    }
    viewport.frozen = frozen;
    viewport.columns = next;
    head.replaceChildren(
      corner,
      ...headCells.slice(0, frozen),
      ...headCells.slice(next.first, next.last + 1),
      activeHeadBox,
      dropLine,
    );
    // Rows are above the lines between columns, because their frozen cells are above those of other columns.
    body.replaceChildren(
      ...rules.slice(next.first, next.last + 1),
      ...rows.slots.map(({ element }) => element),
      rangeBox,
      activeBox,
    );
    layOut();
  }

  /** Puts every cell in its place and fills it. */
  function layOut(): void {
    const { columns: shown, frozen } = viewport;
    for (let column = 0; column < frozen; column++) placeHead(context, column);
    for (let column = shown.first; column <= shown.last; column++) placeHead(context, column);
    rows.layOut();
    selection.place();
    selection.mark();
  }

  /** Makes the gutter wide enough for the largest row number. */
  function resizeGutter(): void {
    const digits = grouped(data.rows.length).length;
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
    const isFitted = columns.fit(viewport.bodyWidth());
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
    if (!isFitted) return;
    layOut();
    drawColumns(viewport.scrollLeft);
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
  };
}
