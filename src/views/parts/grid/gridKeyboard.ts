import { isMac } from '../../ui/isMac.ts';
import type { GridContext } from './gridContext.ts';
import type { GridDrawing } from './gridDrawing.ts';
import type { GridEditor } from './gridEditor.ts';
import type { GridOptions } from './gridOptions.ts';
import { menuAtActive } from './gridPointer.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { afterKey, headerRow, type Position } from './selection.ts';

interface KeyboardParts {
  editor: GridEditor;
  selection: GridSelection;
  drawing: GridDrawing;
  scrolling: GridScrolling;
}

/** What an arrow key adds to a column's width. */
const resizeStep = 16;

/** Keys that select without moving the viewport. */
const stays = (key: string): boolean => key === ' ' || key === 'Escape' || key.toLowerCase() === 'a';

export function createKeyHandler(
  context: GridContext,
  { editor, selection, drawing, scrolling }: KeyboardParts,
  { onCellOpened, onCopyRequested, onMenuRequested, editing }: GridOptions,
): (event: KeyboardEvent) => void {
  const { data, columns, viewport, size } = context;

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

  /** Returns whether the key edits what is selected. */
  function edit({ key, shiftKey, altKey }: KeyboardEvent, mod: boolean, position: Position): boolean {
    if (!editing || position.row === headerRow || position.row >= data.rows.length) return false;
    if (mod && key.toLowerCase() === 'z') {
      if (shiftKey) editing.onRedone();
      else editing.onUndone();
      return true;
    }
    if (mod && key.toLowerCase() === 'y') editing.onRedone();
    else if (mod && key.toLowerCase() === 'd') editing.onFilledDown(selection.range());
    else if (!mod && (key === 'Delete' || key === 'Backspace')) editing.onCleared(selection.range());
    else if (key === 'F2') editor.begin(position);
    else if (!mod && !altKey && key.length === 1 && key !== ' ') return editor.begin(position, key);
    else return false;
    return true;
  }

  return (event) => {
    // A cell's editor handles its own keys.
    if (event.target !== context.elements.scroller) return;
    const mod = isMac ? event.metaKey : event.ctrlKey;
    const { row, column } = selection.current.active;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      drawing.setWidth(column, columns.widths[column]! + (event.key === 'ArrowLeft' ? -resizeStep : resizeStep));
    } else if (mod && event.key.toLowerCase() === 'c') {
      onCopyRequested(selection.range());
    } else if (event.key === 'Enter' && row !== headerRow && row < data.rows.length) {
      if (mod || !editor.begin({ row, column })) onCellOpened({ row, column });
    } else if (edit(event, mod, { row, column })) {
      // Done.
    } else if (event.altKey && event.key === 'ArrowDown') {
      onMenuRequested({ ...menuAtActive(context, selection), row: headerRow });
    } else if (event.altKey || !moveSelection(event, mod)) {
      return;
    }
    event.preventDefault();
  };
}
