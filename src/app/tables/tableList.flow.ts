import { fromCallback, fromPromise } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { duplicateTableMachine } from '../../machines/tables/duplicateTable/duplicateTable.machine.ts';
import { editTableMachine } from '../../machines/tables/editTable/editTable.machine.ts';
import {
  importRowsMachine,
  type ImportReport,
  type SaveRejected,
} from '../../machines/tables/importRows/importRows.machine.ts';
import { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import {
  tableListMachine,
  type LastRemembered,
  type TableShown,
} from '../../machines/tables/tableList/tableList.machine.ts';
import {
  tablesAtHandMachine,
  type HandRecalled,
  type StoreHand,
} from '../../machines/tables/tablesAtHand/tablesAtHand.machine.ts';
import { href } from '../../router/href.ts';
import { currentLocation, watchLocation } from '../../router/location.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { importDraft } from '../../services/tables/importDraft.ts';
import {
  importFile,
  ImportLostError,
  keepFile,
  readBeginning,
  releaseFiles,
  saveRejected,
} from '../../services/tables/importRows.ts';
import { shapeDraft } from '../../services/tables/shapeDraft.ts';
import { tableDraft } from '../../services/tables/tableDraft.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import {
  changeShape,
  createTable,
  dropTable,
  duplicateTable,
  readShape,
  readTable,
  readTables,
  settleCommit,
  truncateTable,
} from '../../services/tables/tables.ts';
import { readTablesAtHand, storeTablesAtHand, watchTablesAtHand } from '../../services/tables/tablesAtHand.ts';
import { storedDraftBy } from '../parts/storedDraft.ts';

/** What a project has from the start. */
const firstSchema = 'public';

const newTable = newTableMachine.provide({
  actors: {
    ...storedDraftBy(tableDraft, ({ ref }: { ref: string }) => ref),
    createTable: fromPromise(({ input, signal }) => createTable(input, signal)),
  },
});

const editTable = editTableMachine.provide({
  actors: {
    readShape: fromPromise(({ input, signal }) => readShape(input, signal)),
    changeShape: fromPromise(({ input, signal }) => changeShape(input, signal)),
    ...storedDraftBy(shapeDraft, ({ ref, id }: { ref: string; id: number }) => `${ref}/${id}`),
  },
});

const tablesAtHand = tablesAtHandMachine.provide({
  actors: {
    storeHand: fromCallback<StoreHand, { ref: string }>(({ input: { ref }, sendBack, receive }) => {
      const report = () => sendBack({ type: 'hand.recalled', hand: readTablesAtHand(ref) } satisfies HandRecalled);
      receive(({ hand }) => storeTablesAtHand(ref, hand));
      report();
      return watchTablesAtHand(ref, report);
    }),
  },
});

const importRows = importRowsMachine.provide({
  actors: {
    ...storedDraftBy(
      importDraft,
      ({ ref, tableId }: { ref: string; tableId: number | null }) => `${ref}/${tableId ?? 'new'}`,
    ),
    keepFile: fromPromise(async ({ input: { file } }) => keepFile(file)),
    readSource: fromPromise(async ({ input: { ref, source, read, tableId }, signal }) => {
      const [beginning, table] = await Promise.all([
        readBeginning(source, read),
        tableId === null ? null : readTable({ ref, id: tableId }, signal),
      ]);
      return { table, ...beginning };
    }),
    importFile: fromCallback(({ input, sendBack }) => {
      const leaving = new AbortController();
      const commit = crypto.randomUUID();
      const report = (event: ImportReport) => {
        if (!leaving.signal.aborted) sendBack(event);
      };
      const handlers = {
        sent: (share: number) => report({ type: 'file.sent', share }),
        written: (rows: number) => report({ type: 'rows.written', rows }),
        rejected: (rows: readonly { line: number; reason: string }[]) =>
          report({ type: 'rows.rejected', rows: rows.map(({ line, reason }) => ({ line, reason })) }),
      };
      importFile({ ...input, request: { ...input.request, commit } }, handlers, leaving.signal).then(
        (end) => report({ type: 'import.ended', end }),
        (error: unknown) =>
          report(
            error instanceof ImportLostError
              ? { type: 'import.lost', failure: error.failure, commit }
              : { type: 'import.refused', failure: failureOf(error) },
          ),
      );
      return () => leaving.abort();
    }),
    settleImport: fromPromise(({ input, signal }) => settleCommit(input, signal)),
    holdFiles: fromCallback<SaveRejected, { ref: string }>(({ receive }) => {
      receive(({ source }) => saveRejected(source));
      return releaseFiles;
    }),
  },
});

export default tableListMachine.provide({
  actors: {
    tablesAtHand,
    newTable,
    editTable,
    importRows,
    keepFile: fromPromise(async ({ input: { file } }) => file && keepFile(file)),
    duplicateTable: duplicateTableMachine.provide({
      actors: { duplicateTable: fromPromise(({ input, signal }) => duplicateTable(input, signal)) },
    }),
    truncateTable: fromPromise(({ input, signal }) => truncateTable(input, signal)),
    dropTable: fromPromise(({ input, signal }) => dropTable(input, signal)),
    watchLast: fromCallback(({ input: { ref }, sendBack }) => {
      let shown: number | null = null;
      // Only a table that was not shown before: the user may look at another schema beside it.
      const reportShown = () => {
        const { path } = currentLocation();
        const table = readTablesAtHand(ref).tabs.find(({ id }) => path === href('table', { ref, id: String(id) }));
        if (table && table.id !== shown) sendBack({ type: 'table.shown', schema: table.schema } satisfies TableShown);
        shown = table?.id ?? null;
      };
      const endings = [
        watchLocation(() => {
          sendBack({ type: 'last.remembered', last: readStored(tableEntries.table, ref) } satisfies LastRemembered);
          reportShown();
        }),
        // A table that is opened for the first time has a tab once it is read.
        watchTablesAtHand(ref, reportShown),
      ];
      return () => endings.forEach((end) => end());
    }),
    readTables: fromPromise(async ({ input: { schema: chosen, ...input }, signal }) => {
      const schema = chosen ?? readStored(tableEntries.schema, input.ref) ?? firstSchema;
      const page = await readTables({ ...input, schema }, signal);
      if (chosen !== null) writeStored(tableEntries.schema, chosen, input.ref);
      return { ...page, schema };
    }),
  },
});
