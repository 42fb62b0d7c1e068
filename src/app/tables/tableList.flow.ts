import { fromCallback, fromPromise } from 'xstate';
import { duplicateTableMachine } from '../../machines/tables/duplicateTable/duplicateTable.machine.ts';
import { editTableMachine } from '../../machines/tables/editTable/editTable.machine.ts';
import { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import { tableListMachine, type LastRemembered } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  tablesAtHandMachine,
  type HandRecalled,
  type StoreHand,
} from '../../machines/tables/tablesAtHand/tablesAtHand.machine.ts';
import { watchLocation } from '../../router/location.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { deleteShapeDraft, keepShapeDraft, loadShapeDraft } from '../../services/tables/shapeDraft.ts';
import { deleteTableDraft, keepTableDraft, loadTableDraft } from '../../services/tables/tableDraft.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import {
  changeShape,
  createTable,
  dropTable,
  duplicateTable,
  readShape,
  readTables,
  truncateTable,
} from '../../services/tables/tables.ts';
import { readTablesAtHand, storeTablesAtHand, watchTablesAtHand } from '../../services/tables/tablesAtHand.ts';

/** What a project has from the start. */
const firstSchema = 'public';

const newTable = newTableMachine.provide({
  actors: {
    loadDraft: fromPromise(async ({ input }) => loadTableDraft(input)),
    keepDraft: fromPromise(async ({ input }) => keepTableDraft(input)),
    deleteDraft: fromPromise(async ({ input }) => deleteTableDraft(input)),
    createTable: fromPromise(({ input, signal }) => createTable(input, signal)),
  },
});

const editTable = editTableMachine.provide({
  actors: {
    readShape: fromPromise(({ input, signal }) => readShape(input, signal)),
    changeShape: fromPromise(({ input, signal }) => changeShape(input, signal)),
    loadDraft: fromPromise(async ({ input }) => loadShapeDraft(input)),
    keepDraft: fromPromise(async ({ input }) => keepShapeDraft(input)),
    deleteDraft: fromPromise(async ({ input }) => deleteShapeDraft(input)),
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

export default tableListMachine.provide({
  actors: {
    tablesAtHand,
    newTable,
    editTable,
    duplicateTable: duplicateTableMachine.provide({
      actors: { duplicateTable: fromPromise(({ input, signal }) => duplicateTable(input, signal)) },
    }),
    truncateTable: fromPromise(({ input, signal }) => truncateTable(input, signal)),
    dropTable: fromPromise(({ input, signal }) => dropTable(input, signal)),
    watchLast: fromCallback(({ input: { ref }, sendBack }) =>
      watchLocation(() =>
        sendBack({ type: 'last.remembered', last: readStored(tableEntries.table, ref) } satisfies LastRemembered),
      ),
    ),
    readTables: fromPromise(async ({ input: { schema: chosen, ...input }, signal }) => {
      const schema = chosen ?? readStored(tableEntries.schema, input.ref) ?? firstSchema;
      const page = await readTables({ ...input, schema }, signal);
      if (chosen !== null) writeStored(tableEntries.schema, chosen, input.ref);
      return { ...page, schema };
    }),
  },
});
