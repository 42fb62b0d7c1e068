import { fromCallback, fromPromise } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { rowAddressIn } from '../../contract/tables/rowAddress.ts';
import { isMissingTable } from '../../contract/tables/table.ts';
import {
  cellEditorMachine,
  type CellRecalled,
  type StoreCell,
} from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import {
  columnLayoutMachine,
  type LayoutRecalled,
  type StoreLayout,
} from '../../machines/tables/columnLayout/columnLayout.machine.ts';
import { exportRowsMachine, type ExportReport } from '../../machines/tables/exportRows/exportRows.machine.ts';
import { openRowMachine } from '../../machines/tables/openRow/openRow.machine.ts';
import { referenceMachine } from '../../machines/tables/reference/reference.machine.ts';
import {
  stagedEditsMachine,
  type StorageCommand,
  type StorageReport,
} from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import type { RowChanges } from '../../machines/tables/stagedEdits/stagedRows.ts';
import {
  tableRowsMachine,
  type AddressChanged,
  type FilterRecalled,
  type StoreFilter,
  type TableRef,
} from '../../machines/tables/tableRows/tableRows.machine.ts';
import { tableScreenMachine } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import { href } from '../../router/href.ts';
import { watchLocation } from '../../router/location.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { recallCell, storeCell, type CellOf } from '../../services/tables/cellDrafts.ts';
import { columnsEntry } from '../../services/tables/columnsEntry.ts';
import { recallFilters, storeFilters } from '../../services/tables/filterDrafts.ts';
import { readTable } from '../../services/tables/readTable.ts';
import { commitStaged, settleStaged, undecidedCommits } from '../../services/tables/stagedCommits.ts';
import {
  countStaged,
  recallStaged,
  restoreStaged,
  shareStaged,
  storeStaged,
  withRestored,
} from '../../services/tables/stagedStore.ts';
import { watchTableChanges } from '../../services/tables/tableChanges.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import { countRows, readRows, readValue } from '../../services/tables/tableRows.ts';
import { noteMissingTable, noteOpenedTable, noteStagedChanges } from '../../services/tables/tabsAndFavorites.ts';
import { storedValueBy } from '../parts/storedValue.ts';

/** Beside the dialogs that use them, whose code is there before. */
const valueFiles = () => import('../../services/tables/valueFiles.ts');
const exports = () => import('../../services/tables/exportRows.ts');

const stagedEdits = stagedEditsMachine.provide({
  actors: {
    storeEdits: fromCallback<StorageCommand, TableRef>(({ input, sendBack, receive }) => {
      const refuse = () => sendBack({ type: 'storage.refused' } satisfies StorageReport);
      // Both are asked of the database in this order: what is written is read.
      const restored = restoreStaged(input);
      const recall = (staged: RowChanges, undecided: boolean) =>
        sendBack({
          type: 'edits.recalled',
          staged: withRestored(staged, restored.rows),
          undecided,
        } satisfies StorageReport);
      const recalling = Promise.all([recallStaged(input), undecidedCommits(input)]).then(
        ([staged, { length }]) => recall(staged, length > 0),
        () => {
          if (Object.keys(restored.rows).length > 0) recall({}, false);
          refuse();
        },
      );
      const note = async () => noteStagedChanges(input.ref, input.id, await countStaged(input));
      note().catch(refuse);
      // What another tab tells is newer than what was read.
      const tabs = shareStaged(input, (rows) => {
        void recalling.then(() => sendBack({ type: 'rows.shared', rows } satisfies StorageReport));
      });
      let told = restored.written.then(() => tabs.tell(restored.rows)).catch(refuse);
      receive(({ rows }) => {
        told = storeStaged(input, rows, Date.now())
          .then(() => tabs.tell(rows))
          .then(note)
          .catch(refuse);
      });
      // The table may be left before the last change is written, which the others hear of too.
      return () => void told.then(tabs.close);
    }),
    commitChanges: fromPromise(({ input, signal }) => commitStaged(input, signal)),
    settleCommits: fromPromise(({ input, signal }) => settleStaged(input, signal)),
  },
});

export default tableScreenMachine.provide({
  actors: {
    stagedEdits,
    columnLayout: columnLayoutMachine.provide({
      actors: {
        storeLayout: storedValueBy<LayoutRecalled, StoreLayout, TableRef>(({ ref, id }) => ({
          read: () => {
            const layout = readStored(columnsEntry, `${ref}/${id}`);
            return layout && { type: 'layout.recalled', layout };
          },
          write: ({ layout }) => void writeStored(columnsEntry, layout, `${ref}/${id}`),
        })),
      },
    }),
    tableRows: tableRowsMachine.provide({
      actors: {
        watchAddress: fromCallback(({ input: { ref, id }, sendBack }) =>
          watchLocation(({ path, query }) => {
            const isThisTable = path === href('table', { ref, id: String(id) });
            if (isThisTable)
              sendBack({ type: 'address.changed', address: rowAddressIn(query) } satisfies AddressChanged);
          }),
        ),
        storeFilter: storedValueBy<FilterRecalled, StoreFilter, TableRef>((table) => ({
          read: () => {
            const kept = recallFilters(table);
            return kept && { type: 'filter.recalled', kept };
          },
          write: ({ kept }) => storeFilters(table, kept),
        })),
        readRows: fromPromise(({ input, signal }) => readRows(input, signal)),
        openRow: openRowMachine.provide({
          actors: { readRows: fromPromise(({ input, signal }) => readRows(input, signal)) },
        }),
        countRows: fromPromise(({ input, signal }) => countRows(input, signal)),
      },
    }),
    cellEditor: cellEditorMachine.provide({
      actors: {
        storeDraft: storedValueBy<CellRecalled, StoreCell, CellOf>((cell) => ({
          read: () => {
            const draft = recallCell(cell);
            return draft && { type: 'draft.recalled', draft };
          },
          write: ({ draft }) => storeCell(cell, draft, Date.now()),
        })),
        readValue: fromPromise(({ input, signal }) => readValue(input, signal)),
        saveWhole: fromPromise(async ({ input, signal }) => await (await valueFiles()).saveWholeValue(input, signal)),
        readFile: fromPromise(async ({ input }) => await (await valueFiles()).readValueFile(input)),
        saveFile: fromPromise(async ({ input }) => (await valueFiles()).saveValueFile(input)),
      },
    }),
    reference: referenceMachine.provide({
      actors: {
        readTable: fromPromise(({ input, signal }) => readTable(input, signal)),
        readRows: fromPromise(({ input, signal }) => readRows({ ...input, position: null }, signal)),
      },
    }),
    exportRows: exportRowsMachine.provide({
      actors: {
        saveRows: fromCallback(({ input, sendBack }) => {
          const leaving = new AbortController();
          const report = (event: ExportReport) => {
            if (!leaving.signal.aborted) sendBack(event);
          };
          const received = (rows: number) => report({ type: 'rows.received', rows });
          exports()
            .then(async ({ saveRows }) => await saveRows(input, received, leaving.signal))
            .then(
              () => report({ type: 'file.saved' }),
              (error: unknown) => report({ type: 'export.failed', failure: failureOf(error) }),
            );
          return () => leaving.abort();
        }),
      },
    }),
    watchTable: fromCallback(({ input, sendBack }) =>
      watchTableChanges(input, () => sendBack({ type: 'table.reloaded' })),
    ),
    readTable: fromPromise(async ({ input, signal }) => {
      const table = await readTable(input, signal).catch((error: unknown) => {
        if (isMissingTable(failureOf(error))) noteMissingTable(input.ref, input.id);
        throw error;
      });
      writeStored(tableEntries.table, { id: table.id, name: table.name }, input.ref);
      noteOpenedTable(input.ref, table);
      return table;
    }),
  },
});
