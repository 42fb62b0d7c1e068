import { fromPromise } from 'xstate';
import { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import { readTables } from '../../services/tables/tables.ts';

/** What a project has from the start. */
const firstSchema = 'public';

export default tableListMachine.provide({
  actors: {
    readTables: fromPromise(async ({ input: { schema: chosen, ...input }, signal }) => {
      const schema = chosen ?? readStored(tableEntries.schema, input.ref) ?? firstSchema;
      const page = await readTables({ ...input, schema }, signal);
      if (chosen !== null) writeStored(tableEntries.schema, chosen, input.ref);
      return { ...page, schema };
    }),
  },
});
