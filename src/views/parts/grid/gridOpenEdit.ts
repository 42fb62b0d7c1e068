import type { Cell } from '../../../contract/sql/query.ts';
import { nullText } from './cellText.ts';
import type { GridContext } from './gridContext.ts';
import { createElement } from './gridElements.ts';
import type { CellEditing } from './gridOptions.ts';
import type { GridScrolling } from './gridScrolling.ts';
import type { GridSelection } from './gridSelection.ts';
import { adjacentCell, at, fitted, type Position, type Size } from './selection.ts';
import { headHeight } from './windowing.ts';

/** The edit of a cell that is under way. */
export interface OpenEdit {
  /** Ends it and keeps what was typed; it stays open where the cell takes no value. */
  keep(): void;
  /** Moves the editor with its cell, after other rows are shown. */
  follow(): void;
  focus(): void;
}

/** What an edit begins with. */
interface EditStart {
  position: Position;
  /** Text in place of the value. */
  typed: string | undefined;
  onClosed(): void;
}

const narrowest = 120;

const awayNote = 'This row is no longer shown. Enter stages the value in it, Escape discards the value.';
const refusedNote = 'The value cannot be staged: this row is deleted, or being committed. Copy it, or press Escape.';

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
  if (key === 'Tab') return adjacentCell(position, shiftKey, size) ?? position;
  // Together with Alt or Shift it is a new line in the text.
  return key === 'Enter' && !altKey && !shiftKey ? { ...position, row: position.row + 1 } : null;
}

function place(element: HTMLElement, { columns, viewport }: GridContext, { row, column }: Position): void {
  const scrolled = column < viewport.frozen ? viewport.scrollLeft : 0;
  element.style.left = `${viewport.gutterWidth + columns.offsets[column]! + scrolled}px`;
  element.style.top = `${headHeight + row * viewport.rowHeight + viewport.shift}px`;
  element.style.minWidth = `${Math.max(narrowest, columns.widths[column]!)}px`;
  element.style.minHeight = `${viewport.rowHeight}px`;
}

/** Below the editor, or above it where the viewport ends. */
function placeNote(note: HTMLElement, element: HTMLElement, scroller: HTMLElement): void {
  const below = element.offsetTop + element.offsetHeight;
  const isAbove = below + note.offsetHeight > scroller.scrollTop + scroller.clientHeight;
  note.style.left = element.style.left;
  note.style.top = `${isAbove ? element.offsetTop - note.offsetHeight : below}px`;
}

/** Opens the editor of a cell. */
export function openEdit(
  context: GridContext,
  { selection, scrolling }: { selection: GridSelection; scrolling: GridScrolling },
  cell: CellEditing,
  { position: begun, typed, onClosed }: EditStart,
): OpenEdit {
  const { id, data, classes, elements, size } = context;
  const { content, scroller } = elements;
  const { value, choices } = cell;
  const element =
    choices === null
      ? createText(classes.editor, typed ?? value ?? '')
      : createChoices(classes.editor, choices, choiceFor(choices, value, typed?.toLowerCase()));
  const note = createElement('p', classes.note, { id: `${id}-note`, role: 'status' });
  element.setAttribute('aria-describedby', note.id);
  let position = begun;
  let isShown = true;
  let isOpen = true;

  /** Gives the focus back to the grid, and moves from the cell as the key asks. */
  function leave(next: Position): void {
    scroller.focus({ preventScroll: true });
    if (next === position) return;
    selection.select(fitted(at(next), size()));
    scrolling.reveal(selection.current.active);
  }

  function follow(): void {
    const next = cell.position();
    isShown = next !== null;
    if (next && (next.row !== position.row || next.column !== position.column)) {
      position = next;
      selection.select(at(position));
      scrolling.reveal(position);
    }
    element.setAttribute('aria-label', `${data.columns[position.column]!.name}, row ${position.row + 1}`);
    place(element, context, { ...position, row: Math.max(0, Math.min(position.row, data.rows.length - 1)) });
    note.textContent = cell.takesValue() ? (isShown ? '' : awayNote) : refusedNote;
    if (note.textContent !== '') placeNote(note, element, scroller);
  }

  function close(isKept: boolean, next: Position | null): void {
    if (!isOpen) return;
    const given = element instanceof HTMLSelectElement ? (choices?.[element.selectedIndex] ?? null) : element.value;
    // An empty editor of NULL that was not typed in is still NULL.
    const isSame = given === value || (value === null && given === '' && typed === undefined);
    if (isKept && !isSame) {
      // It stays open, so that what was typed is not lost.
      if (!cell.takesValue()) return follow();
      cell.onEdited(given);
    }
    isOpen = false;
    onClosed();
    if (next) leave(isShown ? next : position);
    row.remove();
  }

  element.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    const next = cellAfter(event, position, size());
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key !== 'Escape', next);
  });
  const keep = () => close(true, null);
  element.addEventListener('blur', keep);
  // A grid consists of rows and cells alone.
  const row = createElement('div', '', { role: 'row' });
  const gridCell = createElement('div', '', { role: 'gridcell' });
  gridCell.append(element, note);
  row.append(gridCell);
  content.append(row);
  follow();
  element.focus();
  if (element instanceof HTMLTextAreaElement) {
    if (typed === undefined) element.select();
    else element.setSelectionRange(typed.length, typed.length);
  }
  return { keep, follow, focus: () => element.focus() };
}
