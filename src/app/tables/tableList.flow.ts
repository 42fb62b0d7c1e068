import { fromCallback, fromPromise } from 'xstate';
import type { DropTableInput } from '../../machines/tables/dropTable/dropTable.machine.ts';
import type { DuplicateTableInput } from '../../machines/tables/duplicateTable/duplicateTable.machine.ts';
import type { EditTableInput } from '../../machines/tables/editTable/editTable.machine.ts';
import type { ImportRowsInput } from '../../machines/tables/importRows/importRows.machine.ts';
import type { NewTableInput } from '../../machines/tables/newTable/newTable.machine.ts';
import {
  tableListMachine,
  type LastRemembered,
  type TableMissing,
  type TableShown,
} from '../../machines/tables/tableList/tableList.machine.ts';
import {
  tabsAndFavoritesMachine,
  type TablesLoaded,
  type StoreTables,
} from '../../machines/tables/tabsAndFavorites/tabsAndFavorites.machine.ts';
import { href } from '../../router/href.ts';
import { currentLocation, watchLocation } from '../../router/location.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { keepFile, releaseFiles } from '../../services/tables/importFiles.ts';
import { tableEntries } from '../../services/tables/tableEntries.ts';
import { readTables, truncateTable } from '../../services/tables/tables.ts';
import {
  readTabsAndFavorites,
  storeTabsAndFavorites,
  watchMissingTables,
  watchTabsAndFavorites,
} from '../../services/tables/tabsAndFavorites.ts';
import { tableFormsPart } from '../../views/tables/tableFormsPart.ts';
import { lazyCharts } from '../parts/lazyCharts.ts';
import { storedValueBy } from '../parts/storedValue.ts';

/** What a project has from the start. */
const firstSchema = 'public';

/** The forms, which load when one is first asked for. */
const forms = lazyCharts(async () => {
  // The views mount with the flows: both come in one round trip.
  const [{ flows }] = await Promise.all([import('./tableForms.flow.ts'), tableFormsPart.load()]);
  return flows;
});

const tabsAndFavorites = tabsAndFavoritesMachine.provide({
  actors: {
    storeTables: storedValueBy<TablesLoaded, StoreTables, { ref: string }>(({ ref }) => {
      const read = (): TablesLoaded => ({ type: 'tables.loaded', tables: readTabsAndFavorites(ref) });
      return {
        read,
        write: ({ tables }) => storeTabsAndFavorites(ref, tables),
        beside: (report) => watchTabsAndFavorites(ref, () => report(read())),
      };
    }),
  },
});

export default tableListMachine.provide({
  actors: {
    tabsAndFavorites,
    loadForms: forms.load,
    newTable: forms.chart<NewTableInput>(),
    editTable: forms.chart<EditTableInput>(),
    duplicateTable: forms.chart<DuplicateTableInput>(),
    dropTable: forms.chart<DropTableInput>(),
    importRows: forms.chart<ImportRowsInput>(),
    keepFile: fromPromise(async ({ input: { file } }) => {
      // What was kept for an import that never opened.
      releaseFiles();
      return file && keepFile(file);
    }),
    truncateTable: fromPromise(({ input, signal }) => truncateTable(input, signal)),
    watchLast: fromCallback(({ input: { ref }, sendBack }) => {
      let shown: number | null = null;
      const reportLast = () =>
        sendBack({ type: 'last.remembered', last: readStored(tableEntries.table, ref) } satisfies LastRemembered);
      // Only a table that was not shown before: the user may look at another schema beside it.
      const reportShown = () => {
        const { path } = currentLocation();
        const table = readTabsAndFavorites(ref).tabs.find(({ id }) => path === href('table', { ref, id: String(id) }));
        if (table && table.id !== shown) sendBack({ type: 'table.shown', schema: table.schema } satisfies TableShown);
        shown = table?.id ?? null;
      };
      const endings = [
        watchLocation(() => {
          reportLast();
          reportShown();
        }),
        // A table that is opened for the first time has a tab once it is read.
        watchTabsAndFavorites(ref, reportShown),
        watchMissingTables(ref, () => {
          reportLast();
          sendBack({ type: 'table.missing' } satisfies TableMissing);
        }),
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
