import { fromCallback, fromPromise } from 'xstate';
import { cellEditorMachine } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import {
  stagedEditsMachine,
  type StorageCommand,
  type StorageReport,
} from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { tableRowsMachine, type TableRef } from '../../machines/tables/tableRows/tableRows.machine.ts';
import { tableScreenMachine } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import { commitStaged, settleStaged, undecidedCommits } from '../../services/tables/stagedCommits.ts';
import { recallStaged, storeStaged } from '../../services/tables/stagedStore.ts';
import { countRows, readRows, readTable, readValue } from '../../services/tables/tables.ts';

const stagedEdits = stagedEditsMachine.provide({
  actors: {
    storeEdits: fromCallback<StorageCommand, TableRef>(({ input, sendBack, receive }) => {
      const refuse = () => sendBack({ type: 'storage.refused' } satisfies StorageReport);
      Promise.all([recallStaged(input), undecidedCommits(input)]).then(
        ([staged, { length }]) =>
          sendBack({ type: 'edits.recalled', staged, undecided: length > 0 } satisfies StorageReport),
        refuse,
      );
      receive(({ rows }) => void storeStaged(input, rows, Date.now()).catch(refuse));
    }),
    commitChanges: fromPromise(({ input, signal }) => commitStaged(input, signal)),
    settleCommits: fromPromise(({ input, signal }) => settleStaged(input, signal)),
  },
});

export default tableScreenMachine.provide({
  actors: {
    stagedEdits,
    tableRows: tableRowsMachine.provide({
      actors: {
        readRows: fromPromise(({ input, signal }) => readRows(input, signal)),
        countRows: fromPromise(({ input, signal }) => countRows(input, signal)),
      },
    }),
    cellEditor: cellEditorMachine.provide({
      actors: { readValue: fromPromise(({ input, signal }) => readValue(input, signal)) },
    }),
    readTable: fromPromise(({ input, signal }) => readTable(input, signal)),
  },
});
