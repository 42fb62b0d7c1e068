import { fromCallback, fromPromise } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { dropTableMachine } from '../../machines/tables/dropTable/dropTable.machine.ts';
import { duplicateTableMachine } from '../../machines/tables/duplicateTable/duplicateTable.machine.ts';
import { editTableMachine } from '../../machines/tables/editTable/editTable.machine.ts';
import {
  importRowsMachine,
  type ImportReport,
  type SaveRejected,
} from '../../machines/tables/importRows/importRows.machine.ts';
import { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import { shapeSuggestionsMachine } from '../../machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { importDraft } from '../../services/tables/importDraft.ts';
import { keepFile, releaseFiles } from '../../services/tables/importFiles.ts';
import { importFile, ImportLostError, readBeginning, saveRejected } from '../../services/tables/importRows.ts';
import { readTable } from '../../services/tables/readTable.ts';
import { settleCommit } from '../../services/tables/settleCommit.ts';
import { shapeDraft } from '../../services/tables/shapeDraft.ts';
import { tableDraft } from '../../services/tables/tableDraft.ts';
import { dropTable as removeTable, readDependants } from '../../services/tables/tables.ts';
import {
  changeShape,
  createTable,
  duplicateTable as copyTable,
  readShape,
  readShapeSuggestions,
} from '../../services/tables/tableShapes.ts';
import { storedDraftBy } from '../parts/storedDraft.ts';

const shapeSuggestions = shapeSuggestionsMachine.provide({
  actors: { readSuggestions: fromPromise(({ input, signal }) => readShapeSuggestions(input, signal)) },
});

const newTable = newTableMachine.provide({
  actors: {
    ...storedDraftBy(tableDraft, ({ ref }: { ref: string }) => ref),
    shapeSuggestions,
    createTable: fromPromise(({ input, signal }) => createTable(input, signal)),
  },
});

const editTable = editTableMachine.provide({
  actors: {
    shapeSuggestions,
    readShape: fromPromise(({ input, signal }) => readShape(input, signal)),
    changeShape: fromPromise(({ input, signal }) => changeShape(input, signal)),
    ...storedDraftBy(shapeDraft, ({ ref, id }: { ref: string; id: number }) => `${ref}/${id}`),
  },
});

const duplicateTable = duplicateTableMachine.provide({
  actors: { duplicateTable: fromPromise(({ input, signal }) => copyTable(input, signal)) },
});

const dropTable = dropTableMachine.provide({
  actors: {
    readDependants: fromPromise(({ input, signal }) => readDependants(input, signal)),
    dropTable: fromPromise(({ input, signal }) => removeTable(input, signal)),
  },
});

const importRows = importRowsMachine.provide({
  actors: {
    shapeSuggestions,
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

/** The forms over the list of tables. */
export const flows = { newTable, editTable, duplicateTable, dropTable, importRows };
