import type { Cell } from '../../../contract/sql/query.ts';
import { nullText } from './cellText.ts';
import { clipboardText } from './clipboardText.ts';
import type { GridContext } from './gridContext.ts';
import { createElement } from './gridElements.ts';
import type { GridEditing } from './gridOptions.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { at, cellBeside, fitted, headerRow, type Position, type Size } from './selection.ts';
import { headHeight } from './windowing.ts';

/** Edits cells in their place. */
export interface GridEditor {
  /** Opens the editor of a cell, with a text in place of its value; false where the cell is not edited in place. */
  begin(position: Position, text?: string): boolean;
  /** Edits what is selected, as the key says; false for a key that edits nothing. */
  pressed(event: KeyboardEvent, mod: boolean): boolean;
}

export interface EditorParts {
  selection: GridSelection;
  scrolling: GridScrolling;
  signal: AbortSignal;
}

export type CreateEditor = (context: GridContext, editing: GridEditing, parts: EditorParts) => GridEditor;

const narrowest = 120;

/** A choice that begins with what was typed, else the one that the cell has. */
const choiceFor = (choices: readonly Cell[], value: Cell, typed: string | undefined): number => {
  const begun = typed === undefined ? -1 : choices.findIndex((choice) => choice?.toLowerCase().startsWith(typed));
  return begun === -1 ? choices.indexOf(value) : begun;
};

function createChoices(className: string, choices: readonly Cell[], selected: number): HTMLSelectElement {
  const element = createElement('select', className) as HTMLSelectElement;
  for (const choice of choices) {
    const option = document.createElement('option');
    option.text = choice ?? nullText;
    element.append(option);
  }
  element.selectedIndex = selected;
  return element;
}

function createText(className: string, text: string): HTMLTextAreaElement {
  const element = createElement('textarea', className, { rows: '1', spellcheck: 'false' }) as HTMLTextAreaElement;
  element.value = text;
  return element;
}

/** The cell that a key goes to when it ends the edit of one; null for a key of the editor's own. */
function cellAfter({ key, shiftKey, altKey }: KeyboardEvent, position: Position, size: Size): Position | null {
  if (key === 'Escape') return position;
  if (key === 'Tab') return cellBeside(position, shiftKey, size) ?? position;
  // Together with Alt or Shift it is a new line in the text.
  return key === 'Enter' && !altKey && !shiftKey ? { ...position, row: position.row + 1 } : null;
}

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
  const { data, classes, columns, elements, viewport, size } = context;
  const { content, scroller } = elements;
  listenToClipboard(scroller, editing, { selection, signal }, () => data.rows.length > 0);
  /** Ends the edit that is under way, and keeps what was typed. */
  let keep: (() => void) | null = null;
  // The first leaves time to store it, the second also comes where a tab is closed at once.
  for (const leaving of ['beforeunload', 'pagehide']) addEventListener(leaving, () => keep?.(), { signal });

  function place(element: HTMLElement, { row, column }: Position): void {
    const scrolled = column < viewport.frozen ? viewport.scrollLeft : 0;
    element.style.left = `${viewport.gutterWidth + columns.offsets[column]! + scrolled}px`;
    element.style.top = `${headHeight + row * viewport.rowHeight + viewport.shift}px`;
    element.style.minWidth = `${Math.max(narrowest, columns.widths[column]!)}px`;
    element.style.minHeight = `${viewport.rowHeight}px`;
  }

  /** Gives the focus back to the grid, and moves from the cell as the key asks. */
  function leave(position: Position, next: Position): void {
    scroller.focus({ preventScroll: true });
    if (next === position) return;
    selection.select(fitted(at(next), size()));
    scrolling.reveal(selection.current.active);
  }

  function begin(position: Position, typed?: string): boolean {
    const cell = editing.editorOf(position);
    if (!cell) return false;
    const { value, choices } = cell;
    const element =
      choices === null
        ? createText(classes.editor, typed ?? value ?? '')
        : createChoices(classes.editor, choices, choiceFor(choices, value, typed?.toLowerCase()));
    element.setAttribute('aria-label', `${data.columns[position.column]!.name}, row ${position.row + 1}`);
    place(element, position);
    let isOpen = true;

    function close(isKept: boolean, next: Position | null): void {
      if (!isOpen) return;
      isOpen = false;
      keep = null;
      const given = element instanceof HTMLSelectElement ? (choices?.[element.selectedIndex] ?? null) : element.value;
      // An empty editor of NULL that was not typed in is still NULL.
      const isSame = given === value || (value === null && given === '' && typed === undefined);
      if (next) leave(position, next);
      element.remove();
      if (isKept && !isSame) editing.onEdited(position, given);
    }

    element.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.isComposing) return;
      const next = cellAfter(event, position, size());
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      close(event.key !== 'Escape', next);
    });
    keep = () => close(true, null);
    element.addEventListener('blur', keep);
    content.append(element);
    element.focus();
    if (element instanceof HTMLTextAreaElement) {
      if (typed === undefined) element.select();
      else element.setSelectionRange(typed.length, typed.length);
    }
    return true;
  }

  return {
    begin,
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
