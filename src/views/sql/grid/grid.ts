import type { Cell, Column } from '../../../contract/sql/query.ts';
import type { CellRange } from '../../../machines/sql/sqlResults/resultText.ts';
import { isMac } from '../words.ts';
import { cellText, clampWidth, fittingWidth, hasWideGlyphs, isNumeric, textCapacity } from './cellText.ts';
import {
  afterKey,
  at,
  cellCount,
  columnsFrom,
  fitted,
  headerRow,
  holds,
  rangeOf,
  rowsFrom,
  type Position,
  type Selection,
} from './selection.ts';
import {
  columnAt,
  follow,
  leftToShow,
  offsetsOf,
  rowHeight,
  scrollHeight,
  scrollTopOf,
  topToShow,
  visibleColumns,
  visibleRows,
  type ScrollPosition,
  type Stretch,
} from './windowing.ts';

/** Class names of the grid's parts: how they look is `gridStyles.ts`'s. */
export type GridClasses = Readonly<
  Record<
    | 'host'
    | 'content'
    | 'head'
    | 'corner'
    | 'headCell'
    | 'headName'
    | 'headType'
    | 'handle'
    | 'body'
    | 'row'
    | 'cell'
    | 'rule'
    | 'gutter'
    | 'number'
    | 'range'
    | 'active',
    string
  >
>;

export interface GridData {
  columns: readonly Column[];
  /** Only ever added to; `refresh` says when. */
  rows: readonly (readonly Cell[])[];
}

export interface GridOptions {
  data: GridData;
  classes: GridClasses;
  label: string;
  /** Id of the keyboard help. */
  describedBy: string;
  onCellOpened(position: Position): void;
  onCopyRequested(range: CellRange): void;
  onSelected(range: CellRange): void;
}

export interface Grid {
  /** Shows rows that were added. */
  refresh(): void;
  /** What the user has selected, or everything as long as they have not. */
  wanted(): CellRange;
  focus(): void;
  destroy(): void;
}

interface CellSlot {
  element: HTMLElement;
  text: Text;
  // What is shown, so that nothing is written twice.
  shown: string;
  isNull: boolean;
  isWide: boolean;
  isSelected: boolean;
}

interface RowSlot {
  element: HTMLElement;
  cells: CellSlot[];
  /** Row of the data; -1 while unused. */
  row: number;
}

/** Rows made beyond the visible ones, and columns on each side. */
const spareRows = 2;
const spareColumns = 1;

const resizeStep = 16;

/** How long scrolling must rest before the scroll bar is put right. */
const restMs = 120;

/** A box of many millions of pixels is more than a browser draws; what lies this far beyond the window is left out. */
const drawnBeyond = 100_000;

let grids = 0;

function make(tag: string, className: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Thousands apart, by hand: `toLocaleString` would take a third of a frame's time. */
function grouped(value: number): string {
  const digits = String(value);
  if (digits.length <= 3) return digits;
  let text = digits.slice(0, digits.length % 3 || 3);
  for (let from = text.length; from < digits.length; from += 3) text += `,${digits.slice(from, from + 3)}`;
  return text;
}

/**
 * A grid that makes elements for what is seen and uses them again for what is scrolled to. It is plain DOM, because rows
 * change on every frame of a scroll and nothing may stand between the scroll event and the text of a cell.
 *
 * The browser scrolls it, so that a frame costs only the rows that come in: each row is moved to its place once. Cells are
 * in the flow of their row, have text that fits and nothing to clip: a cell that is positioned, contained or clipped is a
 * layer of its own to the browser, and hundreds of layers cost more than all their text.
 */
export function mountGrid(
  host: HTMLElement,
  { data, classes, label, describedBy, onCellOpened, onCopyRequested, onSelected }: GridOptions,
): Grid {
  const id = `grid-${++grids}`;
  const { columns } = data;
  const numeric = columns.map(isNumeric);
  const widths = columns.map((column, index) => fittingWidth(column, index, data.rows));
  /** How many characters each column shows. */
  const capacities = widths.map(textCapacity);
  let offsets = offsetsOf(widths);
  let selection: Selection = at({ row: 0, column: 0 });
  /** The user has been here: what is selected is meant. */
  let isChosen = false;
  let position: ScrollPosition = { scrollTop: 0, top: 0 };
  let viewport = { width: 0, height: 0 };
  let gutterWidth = 0;
  let shownColumns: Stretch = { first: 0, last: -1 };
  /** What is added to a row's own place: 0 unless the scroll bar's way is scaled. */
  let shift = 0;
  const slots: RowSlot[] = [];
  /** Slots by the row they show. */
  const showing = new Map<number, RowSlot>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const size = () => ({ rows: data.rows.length, columns: columns.length });
  const bodyHeight = () => Math.max(0, viewport.height - rowHeight);
  const bodyWidth = () => Math.max(0, viewport.width - gutterWidth);
  const extent = () => ({ rows: data.rows.length, viewport: bodyHeight() });

  // ——— Elements

  const scroller = make('div', classes.host, {
    role: 'grid',
    tabindex: '0',
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-multiselectable': 'true',
    'aria-colcount': String(columns.length),
  });
  const content = make('div', classes.content, { role: 'presentation' });
  const head = make('div', classes.head, { role: 'row', 'aria-rowindex': '1' });
  const corner = make('div', classes.corner, { 'aria-hidden': 'true' });
  // The numbers are for the eye: a screen reader has them as each row's index.
  const gutter = make('div', classes.gutter, { 'aria-hidden': 'true' });
  const numberColumn = make('div', classes.number);
  const numbers = document.createTextNode('');
  const body = make('div', classes.body, { role: 'rowgroup' });
  const rangeBox = make('div', classes.range, { 'aria-hidden': 'true' });
  const activeBox = make('div', classes.active, { 'aria-hidden': 'true' });
  const activeHeadBox = make('div', classes.active, { 'aria-hidden': 'true' });
  numberColumn.append(numbers);
  gutter.append(numberColumn);
  body.append(rangeBox, activeBox);
  content.append(head, gutter, body);
  scroller.append(content);
  host.append(scroller);

  const headCells = columns.map((column, index) => {
    const element = make('div', classes.headCell, {
      role: 'columnheader',
      id: `${id}-h-${index}`,
      'aria-colindex': String(index + 1),
      'data-numeric': String(numeric[index]),
      title: `${column.name} ${column.type}`,
    });
    const name = make('span', classes.headName);
    name.textContent = column.name;
    const type = make('span', classes.headType);
    type.textContent = column.type;
    const handle = make('span', classes.handle, { 'data-handle': String(index), 'aria-hidden': 'true' });
    element.append(name, ' ', type, handle);
    return element;
  });
  /** The lines between columns stand still while rows come and go. */
  const rules = columns.map(() => make('div', classes.rule, { 'aria-hidden': 'true' }));

  // ——— Rows and cells

  function createCell(row: RowSlot): void {
    const text = document.createTextNode('');
    const element = make('div', classes.cell, { role: 'gridcell' });
    element.append(text);
    row.element.append(element);
    row.cells.push({ element, text, shown: '', isNull: false, isWide: false, isSelected: false });
  }

  function createRow(): RowSlot {
    const row: RowSlot = { element: make('div', classes.row, { role: 'row' }), cells: [], row: -1 };
    row.element.hidden = true;
    body.insertBefore(row.element, rangeBox);
    return row;
  }

  /** Puts the cells of a row at the columns that are seen. */
  function layOutCells(row: RowSlot, index: number): void {
    const count = shownColumns.last - shownColumns.first + 1;
    row.element.style.paddingLeft = `${offsets[shownColumns.first] ?? 0}px`;
    while (row.cells.length < count) createCell(row);
    while (row.cells.length > count) row.cells.pop()!.element.remove();
    for (const [nth, cell] of row.cells.entries()) {
      const column = shownColumns.first + nth;
      cell.element.style.width = `${widths[column]!}px`;
      cell.element.dataset['numeric'] = String(numeric[column]);
      cell.element.id = `${id}-${index}-${column}`;
      cell.element.setAttribute('aria-colindex', String(column + 1));
    }
  }

  function place(slot: RowSlot): void {
    slot.element.style.transform = `translateY(${slot.row * rowHeight + shift}px)`;
  }

  function show(slot: RowSlot, row: number): void {
    // Rows do not change once they are there.
    if (slot.row === row) return;
    if (slot.row === -1) slot.element.hidden = false;
    else showing.delete(slot.row);
    slot.row = row;
    showing.set(row, slot);
    // The header is the first row.
    slot.element.setAttribute('aria-rowindex', String(row + 2));
    place(slot);
    fill(slot);
  }

  function fill(slot: RowSlot): void {
    const values = data.rows[slot.row]!;
    for (let index = 0; index < slot.cells.length; index++) {
      const cell = slot.cells[index]!;
      const column = shownColumns.first + index;
      const value = values[column] ?? null;
      const text = cellText(value, capacities[column]!);
      if (cell.shown === text && cell.isNull === (value === null)) continue;
      cell.text.data = text;
      cell.shown = text;
      if (cell.isNull !== (value === null)) {
        cell.isNull = value === null;
        cell.element.toggleAttribute('data-null', cell.isNull);
      }
      const isWide = hasWideGlyphs(text);
      if (cell.isWide !== isWide) {
        cell.isWide = isWide;
        cell.element.toggleAttribute('data-wide', isWide);
      }
    }
  }

  /** Writes the numbers of the rows as the lines of one text, which is one thing to lay out and not one per row. */
  function number(from: number, to: number): void {
    let text = '';
    for (let row = from; row < to; row++) text += `${grouped(row + 1)}\n`;
    if (numbers.data !== text) numbers.data = text;
    numberColumn.style.transform = `translateY(${from * rowHeight + shift}px)`;
  }

  function park(slot: RowSlot): void {
    if (slot.row === -1) return;
    showing.delete(slot.row);
    slot.row = -1;
    slot.element.hidden = true;
  }

  /** Shows the rows that the window is over. */
  function render(): void {
    const { top, scrollTop } = position;
    const nextShift = scrollTop - top;
    if (nextShift !== shift) {
      shift = nextShift;
      for (const slot of slots) if (slot.row !== -1) place(slot);
      placeSelection();
    }
    const rows = data.rows.length;
    if (slots.length === 0 || rows === 0) {
      slots.forEach(park);
      return number(0, 0);
    }
    // As many rows as there are slots, so that each shows one: the visible ones, and the spare ones around them.
    const { first } = visibleRows(top, extent());
    const from = Math.max(0, Math.min(first - spareRows, rows - slots.length));
    const to = Math.min(rows, from + slots.length);
    for (let row = from; row < to; row++) show(slots[row % slots.length]!, row);
    number(from, to);
    if (isMarked) markSelected();
    pointAtActive();
  }

  function renderColumns(scrollLeft: number): void {
    const next = visibleColumns(scrollLeft, bodyWidth(), offsets, spareColumns);
    if (next.first === shownColumns.first && next.last === shownColumns.last) return;
    shownColumns = next;
    head.replaceChildren(corner, ...headCells.slice(next.first, next.last + 1), activeHeadBox);
    body.replaceChildren(
      ...slots.map(({ element }) => element),
      ...rules.slice(next.first, next.last + 1),
      rangeBox,
      activeBox,
    );
    layOut();
  }

  /** Puts every cell in its place anew and fills it. */
  function layOut(): void {
    for (let column = shownColumns.first; column <= shownColumns.last; column++) {
      const { style } = headCells[column]!;
      style.left = `${gutterWidth + offsets[column]!}px`;
      style.width = `${widths[column]!}px`;
      rules[column]!.style.left = `${offsets[column + 1]! - 1}px`;
    }
    for (const [index, slot] of slots.entries()) {
      layOutCells(slot, index);
      if (slot.row !== -1) fill(slot);
    }
    placeSelection();
    markSelected();
  }

  function resize(): void {
    const digits = grouped(data.rows.length).length;
    const nextGutter = Math.max(40, Math.ceil(digits * 7) + 16);
    if (nextGutter !== gutterWidth) {
      gutterWidth = nextGutter;
      gutter.style.width = `${gutterWidth}px`;
      corner.style.width = `${gutterWidth}px`;
      body.style.left = `${gutterWidth}px`;
      layOut();
    }
    const width = Math.max(offsets.at(-1)!, bodyWidth());
    const height = scrollHeight(extent());
    content.style.width = `${width + gutterWidth}px`;
    content.style.height = `${height + rowHeight}px`;
    body.style.width = `${width}px`;
    body.style.height = `${height}px`;
    gutter.style.height = `${height}px`;
    scroller.setAttribute('aria-rowcount', String(data.rows.length + 1));

    const wanted = Math.min(data.rows.length, Math.ceil(bodyHeight() / rowHeight) + 1 + 2 * spareRows);
    if (wanted === slots.length) return;
    // A row's slot is its number modulo their count, so another count is another order.
    for (const slot of slots) park(slot);
    while (slots.length < wanted) {
      const slot = createRow();
      layOutCells(slot, slots.length);
      slots.push(slot);
    }
    for (const slot of slots.splice(wanted)) {
      slot.element.remove();
    }
  }

  // ——— Selection

  /** More than one cell is selected, so that cells say whether they are. */
  let isMarked = false;

  function box(
    element: HTMLElement,
    { fromRow, toRow, fromColumn, toColumn }: CellRange,
    y: (row: number) => number,
  ): void {
    const from = Math.max(y(fromRow), position.scrollTop - drawnBeyond);
    const to = Math.min(y(toRow + 1), position.scrollTop + drawnBeyond);
    element.style.transform = `translate(${offsets[fromColumn] ?? 0}px, ${from}px)`;
    element.style.width = `${(offsets[toColumn + 1] ?? 0) - (offsets[fromColumn] ?? 0)}px`;
    element.style.height = `${Math.max(0, to - from)}px`;
  }

  function placeSelection(): void {
    const { active } = selection;
    const isInHead = active.row === headerRow;
    const isEmpty = columns.length === 0;
    const inBody = (row: number) => row * rowHeight + shift;
    rangeBox.hidden = !isMarked || isEmpty;
    activeBox.hidden = isInHead || isEmpty || data.rows.length === 0;
    activeHeadBox.hidden = !isInHead || isEmpty;
    if (isMarked) box(rangeBox, rangeOf(selection, size()), inBody);
    const cell = {
      fromRow: Math.max(0, active.row),
      toRow: Math.max(0, active.row),
      fromColumn: active.column,
      toColumn: active.column,
    };
    if (isInHead) {
      activeHeadBox.style.transform = `translateX(${gutterWidth + (offsets[active.column] ?? 0)}px)`;
      activeHeadBox.style.width = `${widths[active.column] ?? 0}px`;
      activeHeadBox.style.height = `${rowHeight}px`;
    } else box(activeBox, cell, inBody);
  }

  function markSelected(): void {
    const range = rangeOf(selection, size());
    for (const slot of slots) {
      if (slot.row === -1) continue;
      for (let index = 0; index < slot.cells.length; index++) {
        const cell = slot.cells[index]!;
        const isSelected = isMarked && holds(range, slot.row, shownColumns.first + index);
        if (cell.isSelected === isSelected) continue;
        cell.isSelected = isSelected;
        if (isSelected) cell.element.setAttribute('aria-selected', 'true');
        else cell.element.removeAttribute('aria-selected');
      }
    }
  }

  /** Tells a screen reader where the keyboard is, as long as that cell has an element. */
  function pointAtActive(): void {
    const { row, column } = selection.active;
    const slot = showing.get(row);
    const cell = row === headerRow ? headCells[column] : slot?.cells[column - shownColumns.first]?.element;
    if (cell?.isConnected) scroller.setAttribute('aria-activedescendant', cell.id);
    else scroller.removeAttribute('aria-activedescendant');
  }

  function select(next: Selection): void {
    isChosen = true;
    point(next);
  }

  function point(next: Selection): void {
    selection = fitted(next, size());
    const range = rangeOf(selection, size());
    const wasMarked = isMarked;
    isMarked = cellCount(range) > 1 && selection.active.row !== headerRow;
    placeSelection();
    if (isMarked || wasMarked) markSelected();
    pointAtActive();
    onSelected(range);
  }

  function reveal({ row, column }: Position): void {
    const { scrollLeft } = scroller;
    const left = leftToShow(column, scrollLeft, bodyWidth(), offsets);
    if (left !== scrollLeft) scroller.scrollLeft = left;
    renderColumns(left);
    if (row === headerRow) return;
    const top = topToShow(row, position.top, extent());
    if (top !== position.top) {
      position = { scrollTop: Math.round(scrollTopOf(top, extent())), top };
      scroller.scrollTop = position.scrollTop;
      // The browser may round what it was told.
      position = { ...position, scrollTop: scroller.scrollTop };
    }
    render();
  }

  // ——— Events

  let resting: ReturnType<typeof setTimeout> | undefined;

  function scrolled(): void {
    // Both are read before anything is written: reading afterwards would make the browser lay out in between.
    const { scrollTop, scrollLeft } = scroller;
    if (scrollTop !== position.scrollTop) {
      position = follow(position, scrollTop, extent());
      render();
      if (shift !== 0) {
        clearTimeout(resting);
        resting = setTimeout(rested, restMs);
      }
    }
    renderColumns(scrollLeft);
  }

  /** Puts the scroll bar where its scaled way says. */
  function rested(): void {
    const wanted = Math.round(scrollTopOf(position.top, extent()));
    if (wanted === position.scrollTop) return;
    scroller.scrollTop = wanted;
    position = { ...position, scrollTop: scroller.scrollTop };
    render();
  }

  function setWidth(column: number, width: number): void {
    isFitted = true;
    widths[column] = clampWidth(width);
    capacities[column] = textCapacity(widths[column]);
    offsets = offsetsOf(widths);
    const { scrollLeft } = scroller;
    resize();
    layOut();
    renderColumns(scrollLeft);
  }

  function keyPressed(event: KeyboardEvent): void {
    const mod = isMac ? event.metaKey : event.ctrlKey;
    const { row, column } = selection.active;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      setWidth(column, widths[column]! + (event.key === 'ArrowLeft' ? -resizeStep : resizeStep));
    } else if (mod && event.key.toLowerCase() === 'c') {
      onCopyRequested(rangeOf(selection, size()));
    } else if (event.key === 'Enter' && row !== headerRow && row < data.rows.length) {
      onCellOpened({ row, column });
    } else if (event.altKey) {
      return;
    } else {
      const page = Math.max(1, Math.floor(bodyHeight() / rowHeight) - 1);
      const next = afterKey(selection, { key: event.key, shiftKey: event.shiftKey, mod }, size(), page);
      if (!next) return;
      select(next);
      // What is selected at once does not move the window.
      if (event.key !== ' ' && event.key !== 'Escape' && event.key.toLowerCase() !== 'a') reveal(selection.active);
      // Escape goes on to whatever is around, once there is nothing more to give up here.
      if (event.key === 'Escape') return;
    }
    event.preventDefault();
  }

  /** The cell under a point of the window; rows and columns beyond the data are their nearest. */
  function cellUnder(x: number, y: number): Position {
    const bounds = body.getBoundingClientRect();
    const row = Math.floor((y - bounds.top - shift) / rowHeight);
    return fitted(at({ row: Math.max(0, row), column: columnAt(x - bounds.left, offsets) }), size()).active;
  }

  type Part = 'cell' | 'head' | 'number';

  function partOf(target: Element): Part | null {
    if (gutter.contains(target)) return 'number';
    if (corner.contains(target)) return null;
    if (head.contains(target)) return 'head';
    return body.contains(target) ? 'cell' : null;
  }

  /** Follows a pointer until it is let go, and scrolls on while it is held beyond an edge. */
  function drag(event: PointerEvent, moved: (x: number, y: number) => void): void {
    const ending = new AbortController();
    const options = { signal: AbortSignal.any([signal, ending.signal]) };
    let last = { x: event.clientX, y: event.clientY };
    let frame = requestAnimationFrame(function roll() {
      const bounds = scroller.getBoundingClientRect();
      const beyond = (value: number, low: number, high: number) =>
        value < low ? value - low : value > high ? value - high : 0;
      const down = beyond(last.y, bounds.top + rowHeight, bounds.bottom);
      const right = beyond(last.x, bounds.left + gutterWidth, bounds.right);
      if (down !== 0) scroller.scrollTop += down;
      if (right !== 0) scroller.scrollLeft += right;
      if (down !== 0 || right !== 0) {
        scrolled();
        moved(last.x, last.y);
      }
      frame = requestAnimationFrame(roll);
    });
    const stop = () => {
      cancelAnimationFrame(frame);
      ending.abort();
    };
    signal.addEventListener('abort', stop, options);
    scroller.setPointerCapture?.(event.pointerId);
    scroller.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        last = { x: clientX, y: clientY };
        moved(clientX, clientY);
      },
      options,
    );
    scroller.addEventListener('pointerup', stop, options);
    scroller.addEventListener('pointercancel', stop, options);
  }

  /** What the last press was on: whoever holds the pointer is the target of the click that follows. */
  let pressedOn: Element | null = null;

  function pressed(event: PointerEvent): void {
    const target = event.target as Element;
    pressedOn = target;
    const handle = target.closest<HTMLElement>('[data-handle]');
    if (event.button !== 0 || columns.length === 0) return;
    if (handle) {
      const column = Number(handle.dataset['handle']);
      const start = event.clientX - widths[column]!;
      event.preventDefault();
      drag(event, (x) => setWidth(column, x - start));
      return;
    }
    const part = partOf(target);
    if (part === null) return;
    // A finger scrolls; a tap selects when it is let go, as a click.
    if (event.pointerType === 'touch') return;
    const here = cellUnder(event.clientX, event.clientY);
    pick(part, here, event.shiftKey);
    drag(event, (x, y) => {
      const there = cellUnder(x, y);
      if (part === 'number') select(rowsFrom(here.row, there.row, size()));
      else if (part === 'head') select(columnsFrom(here.column, there.column, size()));
      else select({ anchor: selection.anchor, active: there });
    });
  }

  function pick(part: Part, here: Position, isStretching: boolean): void {
    const { anchor, active } = selection;
    if (part === 'number') select(rowsFrom(isStretching ? anchor.row : here.row, here.row, size()));
    else if (part === 'head') select(columnsFrom(isStretching ? anchor.column : here.column, here.column, size()));
    else select(isStretching ? { anchor: active.row === headerRow ? here : anchor, active: here } : at(here));
  }

  function tapped(event: PointerEvent): void {
    const part = partOf(event.target as Element);
    if (event.pointerType === 'touch' && part !== null) pick(part, cellUnder(event.clientX, event.clientY), false);
  }

  function pressedTwice(event: MouseEvent): void {
    const target = pressedOn ?? (event.target as Element);
    const handle = target.closest<HTMLElement>('[data-handle]');
    if (handle) {
      const column = Number(handle.dataset['handle']);
      setWidth(column, fittingWidth(columns[column]!, column, data.rows));
    } else if (partOf(target) === 'cell' && data.rows.length > 0) {
      onCellOpened(cellUnder(event.clientX, event.clientY));
    }
  }

  function measure(): void {
    const next = { width: scroller.clientWidth, height: scroller.clientHeight };
    if (next.width === viewport.width && next.height === viewport.height) return;
    viewport = next;
    const { scrollTop, scrollLeft } = scroller;
    position = follow(position, scrollTop, extent());
    resize();
    renderColumns(scrollLeft);
    render();
  }

  /** Widths are for the values, which come after the columns. */
  let isFitted = data.rows.length > 0;

  function fit(): void {
    isFitted = true;
    for (const [index, column] of columns.entries()) {
      widths[index] = fittingWidth(column, index, data.rows);
      capacities[index] = textCapacity(widths[index]);
    }
    offsets = offsetsOf(widths);
    layOut();
    renderColumns(scroller.scrollLeft);
  }

  function refresh(): void {
    const wasEmpty = slots.length === 0;
    if (!isFitted && data.rows.length > 0) fit();
    resize();
    render();
    if (wasEmpty && slots.length > 0) point(at({ row: 0, column: 0 }));
    placeSelection();
    if (isMarked) markSelected();
  }

  scroller.addEventListener('scroll', scrolled, { signal, passive: true });
  scroller.addEventListener('keydown', keyPressed, { signal });
  scroller.addEventListener('pointerdown', pressed, { signal });
  scroller.addEventListener('click', (event) => tapped(event as PointerEvent), { signal });
  scroller.addEventListener('dblclick', pressedTwice, { signal });
  const sizes = new ResizeObserver(measure);
  sizes.observe(scroller);
  measure();
  refresh();

  return {
    refresh,
    wanted: () =>
      isChosen
        ? rangeOf(selection, size())
        : { fromRow: 0, toRow: data.rows.length - 1, fromColumn: 0, toColumn: columns.length - 1 },
    focus: () => scroller.focus(),
    destroy() {
      stopping.abort();
      clearTimeout(resting);
      sizes.disconnect();
      scroller.remove();
    },
  };
}
