import { clipboardText } from './clipboardText.ts';
import type { GridContext } from './gridContext.ts';
import { openEdit, type EditSurroundings, type OpenEdit } from './gridOpenEdit.ts';
import type { GridEditing } from './gridOptions.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { headerRow, type Position } from './selection.ts';

/** Edits cells in their place. */
export interface GridEditor {
  /** Opens the editor of a cell, with a text in place of its value; false where the cell is not edited in place. */
  begin(position: Position, text?: string): boolean;
  /** Edits what is selected, as the key says; false for a key that edits nothing. */
  pressed(event: KeyboardEvent, mod: boolean): boolean;
  /** Moves the open editor with its cell, after other rows are shown. */
  follow(): void;
  /** Ends the edit that is under way, and keeps what was typed. */
  keep(): void;
  /** Gives the edit that is under way to the grid that takes the place of this one. */
  release(): OpenEdit | null;
  adopt(edit: OpenEdit): void;
}

interface EditorParts {
  selection: GridSelection;
  scrolling: GridScrolling;
  signal: AbortSignal;
}

export type CreateEditor = (context: GridContext, editing: GridEditing, parts: EditorParts) => GridEditor;

/** The browser tells only a paste that it asked the user for, so a paste is an event and no key. */
function listenToClipboard(
  scroller: HTMLElement,
  { onPasted }: GridEditing,
  { selection, signal }: Pick<EditorParts, 'selection' | 'signal'>,
  hasRows: () => boolean,
): void {
  scroller.addEventListener(
    'paste',
    (event) => {
      // A grid without rows has the keyboard in its header, and takes rows.
      if (event.target !== scroller || (selection.current.active.row === headerRow && hasRows())) return;
      event.preventDefault();
      if (event.clipboardData) onPasted(selection.range(), clipboardText(event.clipboardData));
    },
    { signal },
  );
}

export const createEditor: CreateEditor = (context, editing, { selection, scrolling, signal }) => {
  const { data, elements } = context;
  listenToClipboard(elements.scroller, editing, { selection, signal }, () => data.rows.length > 0);
  let open: OpenEdit | null = null;
  const surroundings: EditSurroundings = { context, selection, scrolling, onClosed: () => (open = null) };
  const keep = () => open?.keep();
  // The first leaves time to store it, the second also comes where a tab is closed at once. The third comes before the
  // router leaves the table, because it is captured.
  for (const leaving of ['beforeunload', 'pagehide', 'popstate'])
    addEventListener(leaving, keep, { signal, capture: true });

  function begin(position: Position, typed?: string): boolean {
    keep();
    // Its row takes no value: the user ends it first.
    if (open) {
      open.focus();
      return true;
    }
    const cell = editing.edit(position);
    if (!cell) return false;
    open = openEdit(surroundings, cell, { position, typed });
    return true;
  }

  return {
    begin,
    keep,
    follow: () => open?.follow(),
    release() {
      const released = open;
      open = null;
      released?.detach();
      return released;
    },
    adopt(edit) {
      open = edit;
      edit.attach(surroundings);
    },
    pressed({ key, shiftKey, altKey }, mod) {
      const position = selection.current.active;
      const stroke = mod ? key.toLowerCase() : '';
      if (stroke === 'y' || (stroke === 'z' && shiftKey)) editing.onRedone();
      else if (stroke === 'z') editing.onUndone();
      else if (stroke === 's') editing.onCommitted();
      else if (position.row === headerRow || position.row >= data.rows.length) return false;
      else if (stroke === 'd') editing.onFilledDown(selection.range());
      else if (!mod && (key === 'Delete' || key === 'Backspace')) editing.onCleared(selection.range());
      else if (!mod && !altKey && key.length === 1 && key !== ' ') return begin(position, key);
      else return false;
      return true;
    },
  };
};
