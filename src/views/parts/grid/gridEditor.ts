import type { Cell } from '../../../contract/sql/query.ts';
import { nullText } from './cellText.ts';
import type { GridContext } from './gridContext.ts';
import { createElement } from './gridElements.ts';
import type { GridEditing } from './gridOptions.ts';
import type { Position } from './selection.ts';
import { headHeight } from './windowing.ts';

/** Edits a cell in its place. */
export interface GridEditor {
  /** Opens the editor of a cell, with a text in place of its value; false where the cell is not edited in place. */
  begin(position: Position, text?: string): boolean;
}

export interface EditorParts {
  /** Gives the focus back to the grid, and moves from the cell as the key asks. */
  leave(position: Position, step: Position): void;
}

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

export function createEditor(
  { data, classes, columns, elements, viewport }: GridContext,
  editing: GridEditing | undefined,
  { leave }: EditorParts,
): GridEditor {
  const { content } = elements;

  function place(element: HTMLElement, { row, column }: Position): void {
    element.style.left = `${viewport.gutterWidth + columns.offsets[column]!}px`;
    element.style.top = `${headHeight + row * viewport.rowHeight + viewport.shift}px`;
    element.style.minWidth = `${Math.max(narrowest, columns.widths[column]!)}px`;
    element.style.minHeight = `${viewport.rowHeight}px`;
  }

  return {
    begin(position, typed) {
      const cell = editing?.editorOf(position);
      if (!editing || !cell) return false;
      const { value, choices } = cell;
      const text = value ?? '';
      const element =
        choices === null ? createText(classes.editor, typed ?? text) : createChoices(classes.editor, choices, value);
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
        if (isKept && !isSame) editing!.onEdited(position, given);
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
    },
  };
}
