import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { GridContext } from './gridContext.ts';
import type { GridRows } from './gridRows.ts';
import { at, cellCount, fitted, headerRow, holds, rangeOf, type Selection } from './selection.ts';
import { headHeight } from './windowing.ts';

/** What is selected, and the elements that show it. */
export interface GridSelection {
  readonly current: Selection;
  /** The user selected it; a grid starts with its first cell selected. */
  readonly isChosen: boolean;
  range(): CellRange;
  /** Selects what the user asks for. */
  select(next: Selection): void;
  /** Selects the first cell, as a grid does before the user selects anything. */
  reset(): void;
  /** Puts the boxes around the selected cells. */
  place(): void;
  /** Marks the cells that are selected. */
  mark(): void;
  /** Brings marks and focus up to date after other rows are shown. */
  follow(): void;
}

/** Browsers do not draw a box of many millions of pixels, so it ends this far outside the viewport. */
const drawnBeyond = 100_000;

export function createSelection(
  { data, columns, elements, viewport, size }: GridContext,
  rows: GridRows,
  onSelected: (range: CellRange) => void,
): GridSelection {
  const { scroller, headCells, rangeBox, activeBox, activeHeadBox } = elements;
  const first = at({ row: 0, column: 0 });
  let current = first;
  let isChosen = false;
  /** More than one cell is selected, so that cells say whether they are. */
  let isMarked = false;
  /** Where the scroll bar stood when the boxes were placed: a box ends this far from it. */
  let placedAt = 0;

  // The first cell of a grid without rows does not exist yet.
  const range = () => rangeOf(fitted(current, size()), size());
  const left = (column: number): number => columns.offsets[column] ?? 0;

  /** Where columns begin and end as they are seen: frozen ones are never under others, others may be under those. */
  function sides(fromColumn: number, toColumn: number): { from: number; to: number } {
    const { frozen, frozenWidth, scrollLeft } = viewport;
    if (frozen === 0) return { from: left(fromColumn), to: left(toColumn + 1) };
    const edge = frozenWidth + scrollLeft;
    const from = fromColumn < frozen ? left(fromColumn) + scrollLeft : Math.max(edge, left(fromColumn));
    return { from, to: toColumn < frozen ? left(toColumn + 1) + scrollLeft : Math.max(edge, left(toColumn + 1)) };
  }

  function box(element: HTMLElement, { fromRow, toRow, fromColumn, toColumn }: CellRange): void {
    const { shift, position, rowHeight } = viewport;
    const from = Math.max(fromRow * rowHeight + shift, position.scrollTop - drawnBeyond);
    const to = Math.min((toRow + 1) * rowHeight + shift, position.scrollTop + drawnBeyond);
    const across = sides(fromColumn, toColumn);
    element.style.transform = `translate(${across.from}px, ${from}px)`;
    element.style.width = `${across.to - across.from}px`;
    element.style.height = `${Math.max(0, to - from)}px`;
  }

  function boxHeadCell(column: number): void {
    const { from, to } = sides(column, column);
    activeHeadBox.style.transform = `translateX(${viewport.gutterWidth + from}px)`;
    activeHeadBox.style.width = `${to - from}px`;
    activeHeadBox.toggleAttribute('data-frozen', column < viewport.frozen);
    activeHeadBox.style.height = `${headHeight}px`;
  }

  function place(): void {
    placedAt = viewport.position.scrollTop;
    const { row, column } = current.active;
    const isInHead = row === headerRow;
    const isEmpty = data.columns.length === 0;
    rangeBox.hidden = !isMarked || isEmpty;
    activeBox.hidden = isInHead || isEmpty || data.rows.length === 0;
    activeHeadBox.hidden = !isInHead || isEmpty;
    if (isMarked) box(rangeBox, range());
    const nearest = Math.max(0, row);
    if (isInHead) boxHeadCell(column);
    else box(activeBox, { fromRow: nearest, toRow: nearest, fromColumn: column, toColumn: column });
  }

  function mark(): void {
    const selected = range();
    for (const slot of rows.slots) {
      if (slot.row === -1) continue;
      for (let index = 0; index < slot.cells.length; index++) {
        const cell = slot.cells[index]!;
        const isSelected = isMarked && holds(selected, slot.row, viewport.columnOf(index));
        if (cell.isSelected === isSelected) continue;
        cell.isSelected = isSelected;
        if (isSelected) cell.element.setAttribute('aria-selected', 'true');
        else cell.element.removeAttribute('aria-selected');
      }
    }
  }

  /** Tells a screen reader where the keyboard is, as long as that cell has an element. */
  function pointAtActive(): void {
    const { row, column } = current.active;
    const cell = row === headerRow ? headCells[column] : rows.cellAt(row, column);
    if (cell?.isConnected) scroller.setAttribute('aria-activedescendant', cell.id);
    else scroller.removeAttribute('aria-activedescendant');
  }

  function apply(next: Selection): void {
    current = fitted(next, size());
    const selected = range();
    const wasMarked = isMarked;
    isMarked = cellCount(selected) > 1 && current.active.row !== headerRow;
    place();
    if (isMarked || wasMarked) mark();
    pointAtActive();
    onSelected(selected);
  }

  return {
    get current() {
      return current;
    },
    get isChosen() {
      return isChosen;
    },
    range,
    select(next) {
      isChosen = true;
      apply(next);
    },
    reset: () => apply(first),
    place,
    mark,
    follow() {
      if (Math.abs(viewport.position.scrollTop - placedAt) > drawnBeyond / 2) place();
      if (isMarked) mark();
      pointAtActive();
    },
  };
}
