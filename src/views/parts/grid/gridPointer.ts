import { dragPointer } from './dragPointer.ts';
import { followColumn } from './gridColumnDrag.ts';
import type { GridContext } from './gridContext.ts';
import type { GridDrawing } from './gridDrawing.ts';
import type { GridMenuRequest, GridOptions } from './gridOptions.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { at, columnsFrom, fitted, headerRow, holds, rowsFrom, type Position } from './selection.ts';
import { columnAt, headHeight } from './windowing.ts';

interface PointerParts {
  selection: GridSelection;
  drawing: GridDrawing;
  scrolling: GridScrolling;
}

interface GridPointer {
  pressed(event: PointerEvent): void;
  tapped(event: PointerEvent): void;
  pressedTwice(event: MouseEvent): void;
  /** A right click, a long press, or the key that stands for it. */
  menuAsked(event: MouseEvent): void;
}

/** A pointer that moves less, in pixels, has clicked. */
const dragDistance = 4;

type Target = 'cell' | 'head' | 'number';

/** The menu of the cell where the keyboard is, below it. */
export function menuAtActive({ id, elements }: GridContext, { current }: GridSelection): GridMenuRequest {
  const { row, column } = current.active;
  const box = row === headerRow ? elements.activeHeadBox : elements.activeBox;
  const { left: x, bottom: y } = box.getBoundingClientRect();
  return { row, column, x, y, byKey: true, owner: id };
}

/** The column whose right edge the element moves, if it does. */
function columnOfHandle(element: Element): number | null {
  const handle = element.closest<HTMLElement>('[data-handle]');
  return handle ? Number(handle.dataset['handle']) : null;
}

/** Opens the menu of a header, or sorts by its arrow. Returns whether either was pressed. */
function pressedSign(
  { id, elements: { scroller } }: GridContext,
  { onMenuRequested, onSorted }: Pick<GridOptions, 'onMenuRequested'> & { onSorted: GridOptions['onSorted'] },
  event: PointerEvent,
): boolean {
  const sign = (event.target as Element).closest<HTMLElement>('[data-menu], [data-sort]');
  if (!sign) return false;
  // The focus would otherwise go to the grid after it has gone to a menu.
  event.preventDefault();
  scroller.focus();
  const { menu, sort } = sign.dataset;
  const { left: x, bottom: y } = sign.getBoundingClientRect();
  if (menu !== undefined) onMenuRequested({ row: headerRow, column: Number(menu), x, y, byKey: false, owner: id });
  else onSorted?.(Number(sort), event.shiftKey);
  return true;
}

function targetIn({ elements: { gutter, corner, head, body } }: GridContext, element: Element): Target | null {
  if (gutter.contains(element)) return 'number';
  if (corner.contains(element)) return null;
  if (head.contains(element)) return 'head';
  return body.contains(element) ? 'cell' : null;
}

/** The cell under a point of the page; beyond the data, the nearest one. */
function cellAt(
  { columns, elements: { body, scroller }, viewport, size }: GridContext,
  x: number,
  y: number,
): Position {
  const bounds = body.getBoundingClientRect();
  const row = Math.max(0, Math.floor((y - bounds.top - viewport.shift) / viewport.rowHeight));
  const fromFrozen = x - scroller.getBoundingClientRect().left - viewport.gutterWidth;
  const isFrozen = viewport.frozen > 0 && fromFrozen < viewport.frozenWidth;
  const column = columnAt(isFrozen ? Math.max(0, fromFrozen) : x - bounds.left, columns.offsets);
  return fitted(at({ row, column }), size()).active;
}

export function createPointer(
  context: GridContext,
  { selection, drawing, scrolling }: PointerParts,
  { onCellOpened, onMenuRequested, onResized, onMoved, onFollowed, onSorted, sortsByHeader = false }: GridOptions,
  signal: AbortSignal,
): GridPointer {
  const { data, columns, elements, viewport, size } = context;
  const { scroller } = elements;
  /** What was pressed last. The target of the click that follows is the element that captures the pointer. */
  let lastPressed: Element | null = null;

  const cellUnder = (x: number, y: number): Position => cellAt(context, x, y);
  const targetOf = (element: Element) => targetIn(context, element);
  const columnUnder = (x: number): number => cellUnder(x, 0).column;

  function edges() {
    const { top, bottom, left, right } = scroller.getBoundingClientRect();
    return { top: top + headHeight, bottom, left: left + viewport.gutterWidth, right };
  }

  const drag = (event: PointerEvent, moved: (x: number, y: number) => void, ended?: (isCancelled: boolean) => void) =>
    dragPointer(event, { scroller, edges, moved, scrolled: scrolling.scrolled, signal, ...(ended && { ended }) });

  const tellWidth = (column: number) => onResized?.(column, columns.widths[column]!);

  function dragWidth(event: PointerEvent, column: number): void {
    const start = event.clientX - columns.widths[column]!;
    event.preventDefault();
    const follow = (x: number) => drawing.setWidth(column, x - start);
    drag(event, follow, () => tellWidth(column));
  }

  function fitWidth(column: number): void {
    drawing.setWidth(column, columns.fittingWidth(column));
    tellWidth(column);
  }

  function pick(target: Target, here: Position, isStretching: boolean): void {
    const { anchor, active } = selection.current;
    if (target === 'number') selection.select(rowsFrom(isStretching ? anchor.row : here.row, here.row, size()));
    else if (target === 'head')
      selection.select(columnsFrom(isStretching ? anchor.column : here.column, here.column, size()));
    else if (isStretching) selection.select({ anchor: active.row === headerRow ? here : anchor, active: here });
    else selection.select(at(here));
  }

  function dragSelection(event: PointerEvent, target: Target): void {
    const here = cellUnder(event.clientX, event.clientY);
    let isClick = target === 'head' && !event.shiftKey && sortsBy(here.column);
    if (!isClick) pick(target, here, event.shiftKey);
    const moved = (x: number, y: number) => {
      isClick &&= Math.hypot(x - event.clientX, y - event.clientY) < dragDistance;
      if (isClick) return;
      const there = cellUnder(x, y);
      if (target === 'number') selection.select(rowsFrom(here.row, there.row, size()));
      else if (target === 'head') selection.select(columnsFrom(here.column, there.column, size()));
      else selection.select({ anchor: selection.current.anchor, active: there });
    };
    drag(event, moved, (isCancelled) => {
      if (isClick && !isCancelled) onSorted?.(here.column, false);
    });
  }

  /** A click on a header that sorts leaves the selection as it is. */
  const sortsBy = (column: number): boolean => sortsByHeader && data.columns[column]?.sort !== undefined;

  return {
    pressed(event) {
      const element = event.target as Element;
      lastPressed = element;
      if (event.button !== 0 || data.columns.length === 0) return;
      if (pressedSign(context, { onMenuRequested, onSorted }, event)) return undefined;
      const column = columnOfHandle(element);
      if (column !== null) return dragWidth(event, column);
      const target = targetOf(element);
      // A finger scrolls; a tap selects when it is released, as a click.
      if (target === null || event.pointerType === 'touch') return;
      const here = cellUnder(event.clientX, event.clientY);
      if (target === 'cell' && (event.ctrlKey || event.metaKey) && onFollowed && data.columns[here.column]?.pointsTo) {
        selection.select(at(here));
        return onFollowed(here);
      }
      if (target === 'head' && onMoved && !event.shiftKey) {
        selection.select(columnsFrom(here.column, here.column, size()));
        drag(event, ...followColumn(context, event.clientX, here.column, columnUnder, onMoved));
      } else dragSelection(event, target);
    },

    tapped(event) {
      const target = targetOf(event.target as Element);
      if (event.pointerType !== 'touch' || target === null) return;
      const here = cellUnder(event.clientX, event.clientY);
      if (target !== 'head' || !sortsBy(here.column)) pick(target, here, false);
      else if (lastPressed?.closest('[data-menu], [data-sort], [data-handle]') == null) onSorted?.(here.column, false);
    },

    menuAsked(event) {
      if (data.columns.length === 0) return;
      const target = targetOf(event.target as Element);
      event.preventDefault();
      if (target === null) return onMenuRequested(menuAtActive(context, selection));
      const { clientX: x, clientY: y } = event;
      const here = cellUnder(x, y);
      const row = target === 'head' ? headerRow : here.row;
      if (target !== 'head' && !holds(selection.range(), row, here.column)) selection.select(at(here));
      onMenuRequested({ row, column: here.column, x, y, byKey: false, owner: context.id });
    },

    pressedTwice(event) {
      const element = lastPressed ?? (event.target as Element);
      const column = columnOfHandle(element);
      if (column !== null) fitWidth(column);
      else if (targetOf(element) === 'cell' && data.rows.length > 0)
        onCellOpened(cellUnder(event.clientX, event.clientY));
    },
  };
}
