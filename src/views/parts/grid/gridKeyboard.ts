import { isMac } from '../../ui/isMac.ts';
import type { GridContext } from './gridContext.ts';
import type { GridDrawing } from './gridDrawing.ts';
import type { GridEditor } from './gridEditor.ts';
import type { GridOptions } from './gridOptions.ts';
import { menuAtActive } from './gridPointer.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { afterKey, at, adjacentCell, headerRow } from './selection.ts';

interface KeyboardParts {
  editor: GridEditor | undefined;
  selection: GridSelection;
  drawing: GridDrawing;
  scrolling: GridScrolling;
}

/** What an arrow key adds to a column's width. */
const resizeStep = 16;

/** Keys that select without moving the viewport. */
const stays = (key: string): boolean => key === ' ' || key === 'Escape' || key.toLowerCase() === 'a';

/** Listens to the keys of the grid, as far as they are not a cell editor's. */
export function listenToKeys(
  context: GridContext,
  { editor, selection, drawing, scrolling }: KeyboardParts,
  { editing, onCellOpened, onFollowed, onCopyRequested, onMenuRequested, onResized, onSorted }: GridOptions,
  signal: AbortSignal,
): void {
  const { data, columns, viewport, size } = context;
  const { scroller } = context.elements;
  /** Escape was pressed last: Tab leaves the grid, as it does everywhere else. */
  let isLeaving = false;
  const stay = () => (isLeaving = false);
  for (const type of ['pointerdown', 'focus', 'blur']) scroller.addEventListener(type, stay, { signal });

  /** Keys that edit the cell in its place, or open it. */
  const opens = (key: string): boolean => key === 'Enter' || (key === 'F2' && editor !== undefined);

  /** Returns whether the key was the selection's own. */
  function moveSelection({ key, shiftKey }: KeyboardEvent, mod: boolean): boolean {
    const page = Math.max(1, Math.floor(viewport.bodyHeight() / viewport.rowHeight) - 1);
    const next = afterKey(selection.current, { key, shiftKey, mod }, size(), page);
    if (!next) return false;
    selection.select(next);
    if (!stays(key)) scrolling.reveal(selection.current.active);
    // Escape also closes what is around the grid.
    return key !== 'Escape';
  }

  /** Where cells are edited, Tab goes from one to the next. Returns false where it leaves the grid. */
  function moveByTab({ key, shiftKey, altKey }: KeyboardEvent, mod: boolean, wasLeaving: boolean): boolean {
    if (key !== 'Tab' || mod || altKey || wasLeaving || !editing?.isEditable()) return false;
    const next = adjacentCell(selection.current.active, shiftKey, size());
    if (!next) return false;
    selection.select(at(next));
    scrolling.reveal(next);
    return true;
  }

  function pressed(event: KeyboardEvent): void {
    // A cell's editor handles its own keys.
    if (event.target !== scroller) return;
    // Shift is a separate key, which is pressed before Shift+Tab.
    const wasLeaving = isLeaving;
    if (event.key !== 'Shift') isLeaving = event.key === 'Escape';
    const mod = isMac ? event.metaKey : event.ctrlKey;
    const { row, column } = selection.current.active;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      drawing.setWidth(column, columns.widths[column]! + (event.key === 'ArrowLeft' ? -resizeStep : resizeStep));
      onResized?.(column, columns.widths[column]!);
    } else if (mod && event.key.toLowerCase() === 'c') {
      onCopyRequested(selection.range());
    } else if (event.altKey && event.key === 'Enter' && onFollowed && row !== headerRow && row < data.rows.length) {
      onFollowed({ row, column });
    } else if (event.key === 'Enter' && row === headerRow && !mod && data.columns[column]?.sort !== undefined) {
      onSorted?.(column, event.shiftKey);
    } else if (opens(event.key) && row !== headerRow && row < data.rows.length) {
      if (mod || !editor?.begin({ row, column })) onCellOpened({ row, column });
    } else if (editor?.pressed(event, mod)) {
      // The editor has done it.
    } else if (event.altKey && event.key === 'ArrowDown') {
      onMenuRequested({ ...menuAtActive(context, selection), row: headerRow });
    } else if (moveByTab(event, mod, wasLeaving)) {
      // The next cell has the keyboard.
    } else if (event.altKey || !moveSelection(event, mod)) {
      return;
    }
    event.preventDefault();
  }

  scroller.addEventListener('keydown', pressed, { signal });
}
