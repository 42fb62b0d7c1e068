import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { CopiedText } from '../../contract/common/copiedText.ts';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { Toast } from '../../contract/common/toast.ts';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { resultText } from '../../contract/sql/resultText.ts';
import { cellMaxLength, sortsMax, type RowView } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import { selectClipboard } from '../../machines/app/app.selectors.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectStaged } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import {
  changeOf,
  ofGoneColumns,
  unmatchedIn,
  type CellEdit,
  type NewRow,
} from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import { selectView } from '../../machines/tables/tableRows/tableRows.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { copiedCells } from '../parts/grid/clipboardHtml.ts';
import {
  cellEdit,
  clearing,
  copyOf,
  cutIn,
  defaulting,
  deleting,
  fillingDown,
  generating,
  neverNull,
  pasting,
} from './cellCommands.ts';
import { goneWords } from './cellRules.ts';
import { isForImport } from './isForImport.ts';
import { pastedFile } from './pastedFile.ts';
import { newRowId, newRowIdBelow, type ShownRow } from './shownRows.ts';
import { nextSorts } from './sorting.ts';

type RowsFlow = ActorRefFrom<typeof tableRowsMachine>;
type EditsFlow = ActorRefFrom<typeof stagedEditsMachine>;

/** Key of the clipboard, for what the grid copies. */
const copyKey = 'cells of a table';

const tooManySorts = (column: string): Toast => ({
  tone: 'warning',
  title: `Rows can be sorted by ${sortsMax} columns`,
  description: `Remove the sort by another column first, or sort by ${column} alone.`,
});

const rowRefusal = 'The value cannot be staged: this row is deleted, or being committed. Copy it, or press Escape.';

interface RowCommandsInput {
  table: TableDetail;
  /** With the columns that are shown. */
  visible: TableDetail;
  shown: readonly ShownRow[];
  edits: EditsFlow;
  rows: RowsFlow;
  importFile: (file: File) => void;
}

/** What the user does with the rows that are shown. */
export function useRowCommands({ table, visible, shown, edits, rows, importFile }: RowCommandsInput) {
  const app = useApp();
  const clipboard = useSelector(app, selectClipboard);
  /** A page of rows holds only the beginnings of long values. */
  const warnOfCut = (count: number, title: (values: string) => string, remedy: string) => {
    if (count === 0) return;
    const values = count === 1 ? '1 long value' : `${grouped(count)} long values`;
    app.send({ type: 'toast.requested', toast: { tone: 'warning', title: title(values), description: remedy } });
  };
  const here = { table: visible, rows: shown };
  const stage = (cells: readonly CellEdit[], added: readonly NewRow[] = []) => {
    if (cells.length + added.length > 0) edits.send({ type: 'cells.edited', cells, added });
  };
  const copyText = (text: CopiedText) => clipboard?.send({ type: 'copy.requested', text, key: copyKey });
  const warnOfCutIn = (range: CellRange) =>
    warnOfCut(
      cutIn(shown, range),
      (values) => `Only the first ${grouped(cellMaxLength)} characters of ${values} were copied`,
      'Export the selection for whole values, or open a value with Ctrl+Enter and copy it there.',
    );
  const copy = (range: CellRange, withHeader: boolean) => {
    const cells = { columns: visible.columns, rows: shown.map((row) => row.cells) };
    const text = [...resultText(cells, range, 'tsv', withHeader)].join('');
    copyText(copiedCells(text, cells, range, withHeader));
    warnOfCutIn(range);
  };
  const showView = (view: RowView) => rows.send({ type: 'view.changed', view });
  const insert = (cells: Readonly<Record<string, Cell>>) =>
    edits.send({ type: 'rows.inserted', rows: [{ row: newRowId(), cells }] });
  const edit = (row: number, column: number, value: Cell) => stage(cellEdit(here, row, column, value));
  const clear = (range: CellRange) => {
    stage(clearing(here, range));
    const names = neverNull(here, range);
    if (names.length === 0) return;
    const toast = {
      tone: 'warning',
      title: `${names.length === 1 ? names[0] : countWords(names.length, 'column')} cannot be NULL`,
      description: 'The values of the cells stay.',
    } as const;
    app.send({ type: 'toast.requested', toast });
  };
  return {
    copyText,
    copy,
    warnOfCutIn,
    edit,
    clear,
    /** What the grid itself asks for. */
    handlers: {
      onCopyRequested: (range: CellRange) => copy(range, false),
      refusalOf: ({ id, stored }: ShownRow, column: string): string | null => {
        const gone = goneWords(table, [column]);
        if (gone !== null) return gone;
        const snapshot = edits.getSnapshot();
        if (id === null || !snapshot.can({ type: 'cells.edited', cells: [] })) return rowRefusal;
        const change = changeOf(selectStaged(snapshot), id);
        const takesValue = change === undefined ? stored !== null : change.type !== 'delete';
        return takesValue ? null : rowRefusal;
      },
      // With the row as it was read when the edit began, so that a commit finds out if the cell was changed since.
      onEdited: ({ id, stored }: ShownRow, column: string, value: Cell) =>
        id !== null && stage([{ row: id, stored, column, value, toDefault: false }]),
      onCleared: clear,
      onPasted: (range: CellRange, text: string) => {
        if (isForImport(text)) {
          importFile(pastedFile(text));
          return;
        }
        const { cells, added } = pasting(here, range, text);
        stage(
          cells,
          added.map((values) => ({ row: newRowIdBelow(), cells: values })),
        );
      },
      onFilledDown: (range: CellRange) => {
        stage(fillingDown(here, range));
        warnOfCut(
          cutIn(shown, { ...range, toRow: range.fromRow }),
          (values) => `Did not fill down ${values}`,
          'Open a value with Ctrl+Enter, copy it there, and paste it.',
        );
      },
      onUndone: () => edits.send({ type: 'edit.undone' }),
      onRedone: () => edits.send({ type: 'edit.redone' }),
      onCommitted: () => {
        // As little as the button does; the notice says why.
        const { changes } = selectStaged(edits.getSnapshot());
        const uncommittable = unmatchedIn(changes, table.key).length + ofGoneColumns(changes, table.columns).length;
        if (uncommittable === 0) edits.send({ type: 'commit.requested' });
      },
    },
    generate: (range: CellRange) => stage(generating(here, range, () => crypto.randomUUID())),
    setDefault: (range: CellRange) => stage(defaulting(here, range)),
    delete: (range: CellRange) => edits.send({ type: 'rows.deleted', rows: deleting(here, range) }),
    insert,
    duplicate: (row: ShownRow) => {
      insert(copyOf(table, row));
      warnOfCut(
        row.cut.size,
        (values) => `${values} of the row ${row.cut.size === 1 ? 'was' : 'were'} not duplicated`,
        'Open a value of the row with Ctrl+Enter, copy it there, and paste it into the new row before you commit.',
      );
    },
    showView,
    sort: (column: string, isAdded: boolean) => {
      const view = selectView(rows.getSnapshot());
      const sorts = nextSorts(view.sorts, column, isAdded);
      if (sorts === null) app.send({ type: 'toast.requested', toast: tooManySorts(column) });
      else showView({ ...view, sorts });
    },
  };
}
