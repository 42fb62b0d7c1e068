import { assign, sendTo } from 'xstate';
import type { Cell } from '../../../contract/sql/query.ts';
import { valueFileMax, type ReadValue, type RowFilter, type WholeValue } from '../../../contract/tables/rows.ts';
import type { TableColumn } from '../../../contract/tables/table.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import type { CellEdit, StoredRow } from '../stagedEdits/stagedRows.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** A cell that is opened. */
export interface OpenedCell {
  /** Id of its row. */
  row: string;
  stored: StoredRow | null;
  column: TableColumn;
  /** What the grid shows; the beginning of a value that is cut. */
  text: Cell;
  isCut: boolean;
  /** Null where it can be edited. */
  readOnly: boolean;
  /** The row of another table that it points to; null where it points to none. */
  pointsAt: readonly RowFilter[] | null;
}

/** The value that the user wants. */
export interface CellAccepted {
  type: 'cell.accepted';
  cells: readonly CellEdit[];
}

/** The page could not stage the value. */
interface CellRefused {
  type: 'value.refused';
}

interface CellEditorInput extends TableRef {
  viewAs: ViewAs | null;
  cell: OpenedCell;
  parent: Port<CellAccepted>;
}

/** What was typed and not staged. */
interface CellDraft {
  text: Cell;
  /** The stored value when it was typed. */
  from: Cell;
}

interface CellEditorContext extends Omit<CellEditorInput, 'cell'>, FailureContext {
  opened: OpenedCell;
  /** The whole stored value; null until it is read. */
  cells: readonly [Cell] | null;
  /** What is typed; null for NULL. */
  text: Cell;
  /** What was typed before and not staged; null where nothing was. */
  draft: CellDraft | null;
  /** What was stored when the text was begun, where the stored value has changed since; null where it has not. */
  begunFrom: readonly [Cell] | null;
  /** The text is that draft, and nothing else was typed since. */
  isDraft: boolean;
  /** Bytes of a value that is too long to be edited here; null for every other. */
  tooManyBytes: number | null;
}

/** Reported at the start, if this tab has a draft of the cell. */
export interface CellRecalled {
  type: 'draft.recalled';
  draft: CellDraft;
}

/** Stores what is typed and not staged; null for nothing. */
export interface StoreCell {
  type: 'draft.changed';
  draft: CellDraft | null;
}

type CellEditorEvent =
  | CellRecalled
  /** The text is again what is stored. */
  | { type: 'draft.discarded' }
  | { type: 'text.changed'; text: Cell }
  /** The content of a file becomes the value. */
  | { type: 'file.chosen'; file: Blob }
  /** The value as a file. */
  | { type: 'download.requested' }
  | { type: 'value.accepted' }
  | { type: 'default.chosen' }
  | CellRefused
  | { type: 'reading.retried' };

/** What a value's file is: the bytes of a `bytea`, or text. */
interface ValueFile {
  isBinary: boolean;
}

export const isBinary = ({ baseType }: Pick<TableColumn, 'baseType'>): boolean => baseType === 'bytea';

export const isJson = ({ baseType }: Pick<TableColumn, 'baseType'>): boolean =>
  baseType === 'json' || baseType === 'jsonb';

/** Bytes that an edited value may have: a byte of a `bytea` is two digits. */
const editedMaxBytes = (column: Pick<TableColumn, 'baseType'>): number =>
  isBinary(column) ? 2 * valueFileMax + 2 : valueFileMax;

/** Why a text is no value of the column, as far as that is known without the database; null where it may be one. */
export function problemOf(column: Pick<TableColumn, 'baseType' | 'nullable'>, text: Cell): string | null {
  if (text === null) return column.nullable ? null : 'This column cannot be NULL.';
  if (isBinary(column) && /^\\x/i.test(text) && !/^\\x(?:\s*[\da-f]{2})*\s*$/i.test(text))
    return 'Enter \\x and pairs of hexadecimal digits.';
  if (!isJson(column)) return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}

/** A draft is in the editor, with the stored value as it is now. */
const withDraft = (
  draft: CellDraft,
  stored: Cell | undefined,
): Pick<CellEditorContext, 'text' | 'isDraft' | 'begunFrom'> => ({
  text: draft.text,
  isDraft: draft.text !== stored,
  begunFrom: draft.from === stored ? null : [draft.from],
});

/** The value of the opened cell. */
const valueOf = ({ ref, id, viewAs, opened }: CellEditorContext): TableRef & Omit<ReadValue, 'maxBytes'> => ({
  ref,
  id,
  viewAs,
  key: opened.stored?.key ?? {},
  column: opened.column.name,
});

/** The edit, with the stored value as it was read. */
const editOf = ({ opened: { row, stored, column }, text, cells }: CellEditorContext, toDefault: boolean): CellEdit => ({
  row,
  stored: stored && { ...stored, values: { ...stored.values, [column.name]: cells?.[0] ?? null } },
  column: column.name,
  value: toDefault ? null : text,
  toDefault,
});

export const cellEditorMachine = flowSetup({
  types: {
    input: {} as CellEditorInput,
    context: {} as CellEditorContext,
    events: {} as CellEditorEvent,
    children: {} as { draft: 'storeDraft' },
  },
  actors: {
    /** Recalls what was typed and not staged before the editor was closed, and stores what is typed. */
    storeDraft: unprovidedSource<StoreCell, TableRef & { row: string; column: string }>('storeDraft'),
    readValue: unprovided<WholeValue, TableRef & ReadValue>('readValue'),
    /** Reads a value of any length and saves it as a file. */
    saveWhole: unprovided<void, TableRef & Omit<ReadValue, 'maxBytes'> & ValueFile>('saveWhole'),
    readFile: unprovided<string, ValueFile & { file: Blob }>('readFile'),
    saveFile: unprovided<void, ValueFile & { name: string; text: string }>('saveFile'),
  },
  guards: {
    isPartial: ({ context }) => context.cells === null,
    isChanged: ({ context: { opened, text, cells } }) =>
      !opened.readOnly && text !== cells?.[0] && problemOf(opened.column, text) === null,
    isUntouched: ({ context: { opened, text, cells } }) => !opened.readOnly && cells !== null && text === cells[0],
    isEditable: ({ context }) => !context.opened.readOnly,
    hasValue: ({ context }) => context.text !== null,
    isTooLong: (_, { value }: { value: WholeValue }) => value.leftOutBytes !== null,
  },
  actions: {
    keepFailure: keepFailure<CellEditorContext, CellEditorEvent>(),
    clearFailure: clearFailure<CellEditorContext, CellEditorEvent>(),
    keepWhole: assign(({ context: { opened, draft } }, { text }: { text: Cell }) => ({
      cells: [text] as const,
      ...(draft === null || opened.readOnly ? { text } : withDraft(draft, text)),
    })),
    keepDraft: assign((_, { draft }: { draft: CellDraft }) => ({ draft })),
    takeDraft: assign(({ context: { cells } }, { draft }: { draft: CellDraft }) => withDraft(draft, cells?.[0])),
    discardDraft: assign(({ context: { cells, text } }) => ({
      text: cells === null ? text : cells[0],
      isDraft: false,
      begunFrom: null,
    })),
    storeDraft: sendTo('draft', ({ context: { text, cells, begunFrom } }) => ({
      type: 'draft.changed' as const,
      draft: text === cells?.[0] ? null : { text, from: (begunFrom ?? cells)?.[0] ?? null },
    })),
    forgetDraft: sendTo('draft', { type: 'draft.changed' as const, draft: null }),
    keepLength: assign((_, { value }: { value: WholeValue }) => ({ tooManyBytes: value.leftOutBytes })),
    keepText: assign((_, { text }: { text: Cell }) => ({ text, isDraft: false })),
    accept: sendTo(
      ({ context }) => context.parent,
      ({ context }, { toDefault }: { toDefault: boolean }) => ({
        type: 'cell.accepted' as const,
        cells: [editOf(context, toDefault)],
      }),
    ),
  },
}).createMachine({
  id: 'cellEditor',
  description:
    'One value of a table in an editor: the whole value is read first where the grid shows only its beginning.',
  context: ({ input: { cell, ...input } }) => ({
    ...input,
    opened: cell,
    cells: cell.isCut ? null : [cell.text],
    text: cell.text,
    draft: null,
    begunFrom: null,
    isDraft: false,
    tooManyBytes: null,
    failure: null,
  }),
  invoke: {
    id: 'draft',
    src: 'storeDraft',
    input: ({ context: { ref, id, opened } }) => ({ ref, id, row: opened.row, column: opened.column.name }),
    onError: cannotFail.watching,
  },
  initial: 'editing',
  on: {
    'draft.recalled': [
      {
        guard: 'isUntouched',
        actions: { type: 'takeDraft', params: ({ event }) => event },
        description: 'The editor was closed before it was staged.',
      },
      {
        actions: { type: 'keepDraft', params: ({ event }) => event },
        description: 'The whole value is read first.',
      },
    ],
  },
  states: {
    reading: {
      entry: 'clearFailure',
      invoke: {
        id: 'value',
        src: 'readValue',
        input: ({ context }) => ({ ...valueOf(context), maxBytes: editedMaxBytes(context.opened.column) }),
        onDone: [
          {
            guard: { type: 'isTooLong', params: ({ event }) => ({ value: event.output }) },
            target: 'tooLong',
            actions: { type: 'keepLength', params: ({ event }) => ({ value: event.output }) },
            description: 'A change would have to send the old and the new value in one request.',
          },
          {
            target: 'editing',
            actions: { type: 'keepWhole', params: ({ event }) => ({ text: event.output.value }) },
          },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'reading.retried': { target: 'reading' } } },
    tooLong: {
      description: 'Its beginning is shown. It can be saved as a file, and changed with SQL.',
      on: { 'download.requested': { target: 'savingWhole' } },
    },
    savingWhole: {
      entry: 'clearFailure',
      invoke: {
        id: 'wholeSaving',
        src: 'saveWhole',
        input: ({ context }) => ({ ...valueOf(context), isBinary: isBinary(context.opened.column) }),
        onDone: { target: 'tooLong' },
        onError: onFailure('tooLong'),
      },
    },
    editing: {
      always: { guard: 'isPartial', target: 'reading', description: 'Only the beginning of the value is here.' },
      on: {
        'text.changed': {
          actions: ['clearFailure', { type: 'keepText', params: ({ event }) => event }, 'storeDraft'],
        },
        'draft.discarded': { actions: ['discardDraft', 'forgetDraft'] },
        'file.chosen': {
          guard: 'isEditable',
          target: 'readingFile',
          description: 'The column can be edited.',
        },
        'download.requested': { guard: 'hasValue', target: 'savingFile', description: 'NULL is no file.' },
        'value.accepted': {
          guard: 'isChanged',
          actions: ['forgetDraft', { type: 'accept', params: { toDefault: false } }],
          description: 'The value is another one, and may be valid. The page closes the editor, or says why it cannot.',
        },
        'value.refused': { actions: 'storeDraft', description: 'What is typed stays a draft.' },
        'default.chosen': {
          guard: 'isEditable',
          actions: ['forgetDraft', { type: 'accept', params: { toDefault: true } }],
          description: 'The column can be edited.',
        },
      },
    },
    readingFile: {
      entry: 'clearFailure',
      invoke: {
        id: 'fileReading',
        src: 'readFile',
        input: ({ context: { opened }, event }) => ({
          // Nothing else leads here.
          file: (event as Extract<CellEditorEvent, { type: 'file.chosen' }>).file,
          isBinary: isBinary(opened.column),
        }),
        onDone: {
          target: 'editing',
          actions: [{ type: 'keepText', params: ({ event }) => ({ text: event.output }) }, 'storeDraft'],
          description: 'The content of the file is staged only with the value.',
        },
        onError: onFailure('editing', 'What was typed stays.'),
      },
    },
    savingFile: {
      entry: 'clearFailure',
      invoke: {
        id: 'fileSaving',
        src: 'saveFile',
        input: ({ context: { text, opened } }) => ({
          name: opened.column.name,
          text: text ?? '',
          isBinary: isBinary(opened.column),
        }),
        onDone: { target: 'editing' },
        onError: onFailure('editing'),
      },
    },
  },
});
