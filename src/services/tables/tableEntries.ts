import * as v from 'valibot';
import { lastTableSchema } from '../../contract/tables/table.ts';
import { tabsAndFavoritesSchema } from '../../contract/tables/tabsAndFavorites.ts';
import { entry } from '../browser/storage.ts';

/** What the list of tables stores in this browser. */
export const tableEntries = {
  /** By project: the schema that was chosen last. */
  schema: entry('last-schema', v.string()),
  /** By project: the table that was opened last. */
  table: entry('last-table', lastTableSchema),
  /** By project: the tables that are open, and the favorites. */
  tabsAndFavorites: entry('tables-at-hand', tabsAndFavoritesSchema),
} as const;
