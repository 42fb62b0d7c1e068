import * as v from 'valibot';
import { columnLayoutSchema } from '../../contract/tables/columnLayout.ts';
import { keptFiltersSchema } from '../../contract/tables/rows.ts';
import { lastTableSchema } from '../../contract/tables/table.ts';
import { tablesAtHandSchema } from '../../contract/tables/tablesAtHand.ts';
import { entry } from '../browser/storage.ts';

/** What only the table editor stores in this browser. */
export const tableEntries = {
  /** By project: the schema that was chosen last. */
  schema: entry('last-schema', v.string()),
  /** By project: the table that was opened last. */
  table: entry('last-table', lastTableSchema),
  /** By project: the tables that are open, and the favorites. */
  atHand: entry('tables-at-hand', tablesAtHandSchema),
  /** By project and table: how its columns are arranged. */
  columns: entry('table-columns', columnLayoutSchema),
  /** By project and table: filters that are typed and not applied. */
  filters: entry('row-filters', keptFiltersSchema, { ofTab: true }),
} as const;
