import type { Cell } from '../../../contract/sql/query.ts';
import { nullText } from './cellText.ts';
import { clipboardText } from './clipboardText.ts';
import type { GridContext } from './gridContext.ts';
import { createElement } from './gridElements.ts';
import type { GridEditing } from './gridOptions.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { at, fitted, headerRow, type Position } from './selection.ts';
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

function createChoices(className: string, choices: readonly Cell[], value: Cell): HTMLSelectElement {
  const element = createElement('select', className) as HTMLSelectElement;
  for (const choice of choices) {
    const option = document.createElement('option');
    option.text = choice ?? nullText;
    element.append(option);
  }
  element.selectedIndex = choices.indexOf(value);
  return element;
}

function createText(className: string, text: string): HTMLTextAreaElement {
  const element = createElement('textarea', className, { rows: '1', spellcheck: 'false' }) as HTMLTextAreaElement;
  element.value = text;
  return element;
}

const stay: Position = { row: 0, column: 0 };

/** Where a key that ends an edit goes; null for a key of the editor's own. */
function stepAfter({ key, shiftKey, altKey }: KeyboardEvent): Position | null {
  if (key === 'Tab') return { row: 0, column: shiftKey ? -1 : 1 };
  // A new line in the text.
  if (key === 'Enter' && (altKey || shiftKey)) return null;
  return key === 'Enter' ? { row: 1, column: 0 } : null;
}

/** The browser tells only a paste that it asked the user for, so a paste is an event and no key. */
function listenToClipboard(
  scroller: HTMLElement,
  { onPasted }: GridEditing,
  { selection, signal }: Pick<EditorParts, 'selection' | 'signal'>,
): void {
  scroller.addEventListener(
    'paste',
    (event) => {
      if (event.target !== scroller || selection.current.active.row === headerRow) return;
      event.preventDefault();
      if (event.clipboardData) onPasted(selection.range(), clipboardText(event.clipboardData));
    },
    { signal },
  );
}

export const createEditor: CreateEditor = (context, editing, { selection, scrolling, signal }) => {
  const { data, classes, columns, elements, viewport, size } = context;
  const { content, scroller } = elements;
  listenToClipboard(scroller, editing, { selection, signal });

  function place(element: HTMLElement, { row, column }: Position): void {
    const scrolled = column < viewport.frozen ? viewport.scrollLeft : 0;
    element.style.left = `${viewport.gutterWidth + columns.offsets[column]! + scrolled}px`;
    element.style.top = `${headHeight + row * viewport.rowHeight + viewport.shift}px`;
    element.style.minWidth = `${Math.max(narrowest, columns.widths[column]!)}px`;
    element.style.minHeight = `${viewport.rowHeight}px`;
  }

  /** Gives the focus back to the grid, and moves from the cell as the key asks. */
  function leave({ row, column }: Position, step: Position): void {
    scroller.focus({ preventScroll: true });
    if (step.row === 0 && step.column === 0) return;
    selection.select(fitted(at({ row: Math.max(0, row + step.row), column: column + step.column }), size()));
    scrolling.reveal(selection.current.active);
  }

  function begin(position: Position, typed?: string): boolean {
    const cell = editing.editorOf(position);
    if (!cell) return false;
    const { value, choices } = cell;
    const element =
      choices === null
        ? createText(classes.editor, typed ?? value ?? '')
        : createChoices(classes.editor, choices, value);
    element.setAttribute('aria-label', `${data.columns[position.column]!.name}, row ${position.row + 1}`);
    place(element, position);
    let isOpen = true;

    function close(isKept: boolean, step: Position | null): void {
      if (!isOpen) return;
      isOpen = false;
      const given = element instanceof HTMLSelectElement ? (choices?.[element.selectedIndex] ?? null) : element.value;
      // An empty editor of NULL that was not typed in is still NULL.
      const isSame = given === value || (value === null && given === '' && typed === undefined);
      if (step) leave(position, step);
      element.remove();
      if (isKept && !isSame) editing.onEdited(position, given);
    }

    element.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.isComposing) return;
      const step = event.key === 'Escape' ? stay : stepAfter(event);
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      close(event.key !== 'Escape', step);
    });
    element.addEventListener('blur', () => close(true, null));
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
      if (position.row === headerRow || position.row >= data.rows.length) return false;
      if (mod && key.toLowerCase() === 'z') {
        if (shiftKey) editing.onRedone();
        else editing.onUndone();
      } else if (mod && key.toLowerCase() === 's') editing.onCommitted();
      else if (mod && key.toLowerCase() === 'y') editing.onRedone();
      else if (mod && key.toLowerCase() === 'd') editing.onFilledDown(selection.range());
      else if (!mod && (key === 'Delete' || key === 'Backspace')) editing.onCleared(selection.range());
      else if (key === 'F2') begin(position);
      else if (!mod && !altKey && key.length === 1 && key !== ' ') return begin(position, key);
      else return false;
      return true;
    },
  };
};
