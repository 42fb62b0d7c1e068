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
  /** Takes the editor out of its grid, with what is typed. */
  detach(): void;
  /** Puts it into another grid, with the focus if it had that. */
  attach(next: EditSurroundings): void;
}

/** The grid that an edit is in. */
export interface EditSurroundings {
  context: GridContext;
  selection: GridSelection;
  scrolling: GridScrolling;
  onClosed(): void;
}

/** What an edit begins with. */
interface EditStart {
  position: Position;
  /** Text in place of the value. */
  typed: string | undefined;
}

const narrowest = 120;

const awayNote = 'This cell is no longer shown. Enter stages the value in it, Escape discards the value.';

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
  element.style.minWidth = `${Math.max(narrowest, columns.widths[column] ?? 0)}px`;
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
  begunIn: EditSurroundings,
  cell: CellEditing,
  { position: begun, typed }: EditStart,
): OpenEdit {
  const { id, data, classes } = begunIn.context;
  const { value, choices } = cell;
  const element =
    choices === null
      ? createText(classes.editor, typed ?? value ?? '')
      : createChoices(classes.editor, choices, choiceFor(choices, value, typed?.toLowerCase()));
  const note = createElement('p', classes.note, { id: `${id}-note`, role: 'status' });
  element.setAttribute('aria-describedby', note.id);
  const { name } = data.columns[begun.column]!;
  let surroundings = begunIn;
  let position = begun;
  let isShown = true;
  let isOpen = true;
  let isAttached = true;
  let hadFocus = false;

  function select(next: Position): void {
    const { context, selection, scrolling } = surroundings;
    selection.select(fitted(at(next), context.size()));
    scrolling.reveal(selection.current.active);
  }

  /** Gives the focus back to the grid, and moves from the cell as the key asks. */
  function leave(next: Position): void {
    surroundings.context.elements.scroller.focus({ preventScroll: true });
    if (next !== position) select(next);
  }

  /** Moves with the cell, and says why it takes none of what is typed, or nothing. */
  function follow(refusal = cell.refusal()): void {
    const { context } = surroundings;
    const next = cell.position();
    isShown = next !== null;
    if (next && (next.row !== position.row || next.column !== position.column)) {
      position = next;
      select(position);
    }
    element.setAttribute('aria-label', `${name}, row ${position.row + 1}`);
    place(element, context, fitted(at(position), context.size()).active);
    note.textContent = refusal ?? (isShown ? '' : awayNote);
    if (note.textContent !== '') placeNote(note, element, context.elements.scroller);
  }

  function close(isKept: boolean, next: Position | null): void {
    if (!isOpen) return;
    const given = element instanceof HTMLSelectElement ? (choices?.[element.selectedIndex] ?? null) : element.value;
    // An empty editor of NULL that was not typed in is still NULL.
    const isSame = given === value || (value === null && given === '' && typed === undefined);
    if (isKept && !isSame) {
      // It stays open, so that what was typed is not lost.
      const refusal = cell.refusal(given);
      if (refusal !== null) return follow(refusal);
      cell.onEdited(given);
    }
    isOpen = false;
    surroundings.onClosed();
    if (next) leave(isShown ? next : position);
    row.remove();
  }

  element.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    const next = cellAfter(event, position, surroundings.context.size());
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key !== 'Escape', next);
  });
  // What is typed next may be a value that the cell takes.
  element.addEventListener('input', () => note.textContent !== '' && follow());
  const keep = () => close(true, null);
  // It loses the focus when it is taken from one grid to another, too.
  element.addEventListener('blur', () => isAttached && keep());
  // A grid consists of rows and cells alone.
  const row = createElement('div', '', { role: 'row' });
  const gridCell = createElement('div', '', { role: 'gridcell' });
  gridCell.append(element, note);
  row.append(gridCell);
  surroundings.context.elements.content.append(row);
  follow();
  element.focus();
  if (element instanceof HTMLTextAreaElement) {
    // At the end, as in a spreadsheet: a user who wants another value types it over the cell.
    element.setSelectionRange(element.value.length, element.value.length);
  }
  return {
    keep,
    follow: () => follow(),
    focus: () => element.focus(),
    detach() {
      hadFocus = document.activeElement === element;
      isAttached = false;
      row.remove();
    },
    attach(next) {
      surroundings = next;
      next.context.elements.content.append(row);
      isAttached = true;
      follow();
      if (hadFocus) element.focus();
    },
  };
}
