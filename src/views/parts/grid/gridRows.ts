import { grouped } from '../../../contract/common/counts.ts';
import type { Cell } from '../../../contract/sql/query.ts';
import { cellText, defaultText, hasWideGlyphs } from './cellText.ts';
import type { GridContext } from './gridContext.ts';
import { createElement } from './gridElements.ts';
import type { CellMark, GridMarks, RowMark } from './gridOptions.ts';

interface CellSlot {
  element: HTMLElement;
  text: Text;
  // What is shown, so that nothing is written twice.
  shown: string;
  isNull: boolean;
  isEmpty: boolean;
  isWide: boolean;
  isSelected: boolean;
  isMatch: boolean;
  mark: CellMark | null;
}

interface RowSlot {
  element: HTMLElement;
  cells: CellSlot[];
  /** Row of the data; -1 while unused. */
  row: number;
  mark: RowMark | null;
}

/** The elements of the rows that are seen, used again for the rows that are scrolled to. */
export interface GridRows {
  readonly slots: readonly RowSlot[];
  /** Shows the rows before `to`, as many as there are slots. */
  show(from: number, to: number): void;
  /** Shows no rows. */
  clear(): void;
  /** Shows the values of the rows that are shown as they are now. */
  refill(): void;
  /** Moves the rows by the viewport's shift. */
  place(): void;
  /** Puts the cells at the columns that are seen and fills them. */
  layOut(): void;
  setCount(count: number): void;
  /** The element of a cell, as long as it has one. */
  cellAt(row: number, column: number): HTMLElement | undefined;
}

function createCell(className: string): CellSlot {
  const text = document.createTextNode('');
  const element = createElement('div', className, { role: 'gridcell' });
  element.append(text);
  return {
    element,
    text,
    shown: '',
    isNull: false,
    isEmpty: false,
    isWide: false,
    isSelected: false,
    isMatch: false,
    mark: null,
  };
}

const markWords: Readonly<Record<CellMark, string>> = {
  changed: 'Changed, not saved',
  default: 'Gets its default when it is saved',
  failed: 'The database refused this value',
};

/** Sets or removes the attribute that says how a cell or a row differs from what is stored. */
function showMark(
  slot: { element: HTMLElement; mark: CellMark | RowMark | null },
  mark: CellMark | RowMark | null,
): void {
  if (slot.mark === mark) return;
  slot.mark = mark;
  if (mark === null) delete slot.element.dataset['mark'];
  else slot.element.dataset['mark'] = mark;
}

function markCell(cell: CellSlot, mark: CellMark | null): void {
  if (cell.mark === mark) return;
  showMark(cell, mark);
  if (mark === null) {
    cell.element.removeAttribute('aria-description');
    delete cell.element.dataset['tip'];
  } else {
    cell.element.setAttribute('aria-description', markWords[mark]);
    cell.element.dataset['tip'] = '';
  }
}

function markRow(slot: RowSlot, { rowAt, cellAt, isFound }: GridMarks, viewport: GridContext['viewport']): void {
  showMark(slot, rowAt(slot.row));
  for (const [index, cell] of slot.cells.entries()) {
    const column = viewport.columnOf(index);
    markCell(cell, cellAt(slot.row, column));
    const isMatch = isFound?.(slot.row, column) === true;
    if (cell.isMatch === isMatch) continue;
    cell.isMatch = isMatch;
    cell.element.toggleAttribute('data-match', isMatch);
  }
}

function fillCell(cell: CellSlot, value: Cell, capacity: number): void {
  const text = cell.mark === 'default' ? defaultText : cellText(value, capacity);
  const isNull = value === null;
  const isEmpty = text === '';
  if (cell.shown === text && cell.isNull === isNull && cell.isEmpty === isEmpty) return;
  cell.text.data = text;
  cell.shown = text;
  if (cell.isNull !== isNull) {
    cell.isNull = isNull;
    cell.element.toggleAttribute('data-null', isNull);
  }
  if (cell.isEmpty !== isEmpty) {
    cell.isEmpty = isEmpty;
    cell.element.toggleAttribute('data-empty', isEmpty);
  }
  const isWide = hasWideGlyphs(text);
  if (cell.isWide !== isWide) {
    cell.isWide = isWide;
    cell.element.toggleAttribute('data-wide', isWide);
  }
}

/** Writes the numbers of the rows as the lines of one text: the browser lays out one text faster than one per row. */
function showNumbers(
  { elements: { numbers, numberColumn }, viewport }: Pick<GridContext, 'elements' | 'viewport'>,
  from: number,
  to: number,
): void {
  let text = '';
  for (let row = from; row < to; row++) text += `${grouped(row + 1)}\n`;
  if (numbers.data !== text) numbers.data = text;
  numberColumn.style.transform = `translateY(${from * viewport.rowHeight + viewport.shift}px)`;
}

export function createRows({ id, data, classes, marks, columns, elements, viewport }: GridContext): GridRows {
  const { body, rangeBox } = elements;
  const slots: RowSlot[] = [];
  const slotByRow = new Map<number, RowSlot>();

  function createRow(): RowSlot {
    const element = createElement('div', classes.row, { role: 'row' });
    element.hidden = true;
    body.insertBefore(element, rangeBox);
    return { element, cells: [], row: -1, mark: null };
  }

  function layOutCells({ element, cells }: RowSlot, index: number): void {
    const { first, last } = viewport.columns;
    const { frozen, frozenWidth, gutterWidth } = viewport;
    const count = last - first + 1 + frozen;
    while (cells.length < count) {
      const cell = createCell(classes.cell);
      element.append(cell.element);
      cells.push(cell);
    }
    while (cells.length > count) cells.pop()!.element.remove();
    for (const [nth, cell] of cells.entries()) {
      const column = viewport.columnOf(nth);
      const isFrozen = nth < frozen;
      const { style } = cell.element;
      style.width = `${columns.widths[column]!}px`;
      // Cells that are out of view, before the first one, leave their place.
      style.marginLeft = nth === frozen ? `${columns.offsets[first]! - frozenWidth}px` : '';
      style.left = isFrozen ? `${gutterWidth + columns.offsets[column]!}px` : '';
      cell.element.toggleAttribute('data-frozen', isFrozen);
      cell.element.toggleAttribute('data-void', data.columns[column]!.type === 'void');
      cell.element.toggleAttribute('data-link', data.columns[column]!.pointsTo !== undefined);
      cell.element.dataset['numeric'] = String(columns.numeric[column]);
      cell.element.id = `${id}-${index}-${column}`;
      cell.element.setAttribute('aria-colindex', String(column + 1));
    }
  }

  function fill(slot: RowSlot): void {
    const { row, cells } = slot;
    const values = data.rows[row]!;
    if (marks) markRow(slot, marks, viewport);
    for (let index = 0; index < cells.length; index++) {
      const column = viewport.columnOf(index);
      fillCell(cells[index]!, values[column] ?? null, columns.capacities[column]!);
    }
  }

  function placeRow({ element, row }: RowSlot): void {
    element.style.transform = `translateY(${row * viewport.rowHeight + viewport.shift}px)`;
  }

  function showRow(slot: RowSlot, row: number): void {
    // Rows do not change once they are there.
    if (slot.row === row) return;
    if (slot.row === -1) slot.element.hidden = false;
    else slotByRow.delete(slot.row);
    slot.row = row;
    slotByRow.set(row, slot);
    // The header is the first row.
    slot.element.setAttribute('aria-rowindex', String(row + 2));
    placeRow(slot);
    fill(slot);
  }

  function hideRow(slot: RowSlot): void {
    if (slot.row === -1) return;
    slotByRow.delete(slot.row);
    slot.row = -1;
    slot.element.hidden = true;
  }

  return {
    slots,
    show(from, to) {
      for (let row = from; row < to; row++) showRow(slots[row % slots.length]!, row);
      showNumbers({ elements, viewport }, from, to);
    },
    clear() {
      slots.forEach(hideRow);
      showNumbers({ elements, viewport }, 0, 0);
    },
    // In their places: rows that are hidden and shown again would all be laid out again.
    refill() {
      for (const slot of slots) {
        if (slot.row >= data.rows.length) hideRow(slot);
        else if (slot.row !== -1) fill(slot);
      }
    },
    place() {
      for (const slot of slots) if (slot.row !== -1) placeRow(slot);
    },
    layOut() {
      for (const [index, slot] of slots.entries()) {
        layOutCells(slot, index);
        if (slot.row !== -1) fill(slot);
      }
    },
    setCount(count) {
      if (count === slots.length) return;
      // A row's slot is its number modulo their count, so another count is another order.
      slots.forEach(hideRow);
      while (slots.length < count) {
        const slot = createRow();
        layOutCells(slot, slots.length);
        slots.push(slot);
      }
      for (const { element } of slots.splice(count)) element.remove();
    },
    cellAt: (row, column) => slotByRow.get(row)?.cells[viewport.indexOf(column)]?.element,
  };
}
