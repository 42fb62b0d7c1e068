import { fromCallback, fromPromise } from 'xstate';
import { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import { tableListMachine, type LastRemembered } from '../../machines/tables/tableList/tableList.machine.ts';
import { watchLocation } from '../../router/location.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { deleteTableDraft, keepTableDraft, loadTableDraft } from '../../services/tables/tableDraft.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import { createTable, dropTable, readTables } from '../../services/tables/tables.ts';

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

export default tableListMachine.provide({
  actors: {
    newTable,
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
