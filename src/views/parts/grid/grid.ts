import type { CellRange } from '../../../contract/sql/cellRange.ts';
import { createGridContext } from './gridContext.ts';
import { createDrawing } from './gridDrawing.ts';
import { listenToKeys } from './gridKeyboard.ts';
import type { OpenEdit } from './gridOpenEdit.ts';
import type { GridOptions } from './gridOptions.ts';
import { createPointer } from './gridPointer.ts';
import { createRows } from './gridRows.ts';
import { createScrolling } from './gridScrolling.ts';
import { createSelection } from './gridSelection.ts';
import { at, fitted, type Position, type Selection } from './selection.ts';

export interface Grid {
  /** Shows rows that were added. */
  refresh(): void;
  /** Shows rows whose values or number have changed. */
  redraw(): void;
  /** Selects a cell and scrolls to it. */
  select(position: Position): void;
  /** What the user has selected, or everything as long as they have not. */
  wanted(): CellRange;
  focus(): void;
  /** Keeps the first visible row and the selection. */
  setRowHeight(height: number): void;
  /** Puts a grid with other columns in its place, which keeps the open editor, the focus and the active cell. */
  replaceWith(options: GridOptions): Grid;
  /** The widths of all columns; null as long as the user has changed none. */
  widths(): readonly number[] | null;
  /** Keeps what was typed in the open editor. */
  destroy(): void;
}

/** What a grid keeps of the one that it replaces. */
interface Kept {
  edit: OpenEdit | null;
  hasFocus: boolean;
  scroll: { top: number; left: number };
  /** Null as long as the user has selected nothing. */
  chosen: Selection | null;
  /** Names of its columns. */
  names: readonly string[];
  /** The active column comes back in its place, by another name. */
  isLost: boolean;
  /** The widths of these columns, where the user has changed one. */
  widths: readonly number[] | null;
}

/** The width that a column had before, in the same place or by the same name. */
function keptWidths({ names, widths }: Kept, { columns }: GridOptions['data']): GridOptions['widthOf'] {
  if (widths === null) return undefined;
  return (column) => {
    const { name } = columns[column]!;
    return widths[names[column] === name ? column : names.indexOf(name)];
  };
}

/**
 * A grid that makes elements for what is seen and uses them again for what is scrolled to. It is plain DOM, because
 * rows change on every frame of a scroll and nothing may stand between the scroll event and the text of a cell.
 *
 * The browser scrolls it, so that a frame costs only the rows that come in: each row is moved to its place once. Cells
 * are in the flow of their row, have text that fits and nothing to clip: a cell that is positioned, contained or
 * clipped is a separate layer of the browser, and hundreds of layers cost more than all their text.
 */
export const mountGrid = (host: HTMLElement, options: GridOptions): Grid => mount(host, options, null);

function mount(host: HTMLElement, options: GridOptions, kept: Kept | null): Grid {
  const context = createGridContext(options, options.widthOf ?? (kept ? keptWidths(kept, options.data) : undefined));
  const { data, elements } = context;
  const { scroller } = elements;
  const rows = createRows(context);
  const selection = createSelection(context, rows, options.onSelected);
  const drawing = createDrawing(context, rows, selection);
  const scrolling = createScrolling(context, drawing);
  const parts = { selection, drawing, scrolling };
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Where the active column was when it was gone: it may come back by another name. */
  let lost = -1;

  const { editing } = options;
  const editor = editing?.create(context, editing, { selection, scrolling, signal });
  const open = (position: Position): void => {
    if (!editor?.begin(position)) options.onCellOpened(position);
  };
  const pointer = createPointer(context, parts, { ...options, onCellOpened: open }, signal);

  function refresh(): void {
    const wasEmpty = rows.slots.length === 0;
    drawing.resize();
    drawing.drawRows();
    if (wasEmpty && rows.slots.length > 0) selection.reset();
    selection.place();
  }

  host.append(scroller);
  scroller.addEventListener('scroll', scrolling.scrolled, { signal, passive: true });
  listenToKeys(context, { ...parts, editor }, options, signal);
  scroller.addEventListener('pointerdown', pointer.pressed, { signal });
  scroller.addEventListener('click', (event) => pointer.tapped(event as PointerEvent), { signal });
  scroller.addEventListener('dblclick', pointer.pressedTwice, { signal });
  scroller.addEventListener('contextmenu', pointer.menuAsked, { signal });
  const sizes = new ResizeObserver(scrolling.resized);
  sizes.observe(scroller);
  scrolling.resized();
  refresh();
  if (kept) resume(kept);
  // Sorted rows get a new grid, and what was selected in the one before does not hold for it.
  options.onSelected(selection.range());

  function resume({ edit, hasFocus, scroll, chosen, names, isLost }: Kept): void {
    scroller.scrollTop = scroll.top;
    scroller.scrollLeft = scroll.left;
    scrolling.scrolled();
    if (hasFocus) scroller.focus({ preventScroll: true });
    if (chosen) selection.select(inColumns(chosen, isLost ? [] : names));
    if (edit) editor?.adopt(edit);
  }

  /** The same cells. Between other columns there may be others, so that the active cell alone is the same. */
  function inColumns(chosen: Selection, names: readonly string[]): Selection {
    const here = data.columns.map(({ name }) => name);
    if (here.length === names.length && here.every((name, column) => name === names[column])) return chosen;
    const { row, column } = chosen.active;
    const place = here.indexOf(names[column] ?? '');
    if (place !== -1) return at({ row, column: place });
    lost = column;
    return at({ row, column });
  }

  function stop(): void {
    stopping.abort();
    scrolling.stop();
    sizes.disconnect();
    scroller.remove();
  }

  const widths = () => (context.columns.isResized || kept?.widths ? context.columns.widths : null);

  return {
    refresh,
    widths,
    redraw() {
      rows.refill();
      refresh();
      if (selection.isChosen) selection.select(selection.current);
      else selection.reset();
      editor?.follow();
    },
    select(position) {
      selection.select(fitted(at(position), context.size()));
      scrolling.reveal(selection.current.active);
    },
    wanted: () =>
      selection.isChosen
        ? selection.range()
        : { fromRow: 0, toRow: data.rows.length - 1, fromColumn: 0, toColumn: data.columns.length - 1 },
    focus: () => scroller.focus(),
    setRowHeight(height) {
      scrolling.setRowHeight(height);
      editor?.follow();
    },
    replaceWith(next) {
      const { current, isChosen } = selection;
      const { row, column } = current.active;
      const isLost = column === Math.min(lost, data.columns.length - 1);
      const before: Kept = {
        hasFocus: document.activeElement === scroller,
        scroll: { top: scroller.scrollTop, left: scroller.scrollLeft },
        chosen: isChosen ? (isLost ? at({ row, column: lost }) : current) : null,
        names: data.columns.map(({ name }) => name),
        isLost,
        widths: widths(),
        edit: editor?.release() ?? null,
      };
      stop();
      return mount(host, next, before);
    },
    destroy() {
      editor?.keep();
      stop();
    },
  };
}
