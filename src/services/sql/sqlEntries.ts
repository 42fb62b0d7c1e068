import * as v from 'valibot';
import { draftSchema } from '../../contract/sql/draft.ts';
import { lastRunsSchema } from '../../contract/sql/lastRun.ts';
import { chosenTabsSchema } from '../../contract/sql/resultsTab.ts';
import { sqlCursorsSchema, sqlSettingsSchema } from '../../contract/sql/sqlEditor.ts';
import { entry } from '../browser/storage.ts';

/** What only the SQL editor stores in this browser: the schemas come with its code. */
export const sqlEntries = {
  settings: entry('sql-settings', sqlSettingsSchema),
  cursors: entry('sql-cursors', sqlCursorsSchema, { ofTab: true }),
  tabs: entry('sql-result-tabs', chosenTabsSchema, { ofTab: true }),
  /** By project: the last runs of its queries. */
  runs: entry('sql-runs', lastRunsSchema),
  /** By project, and by start as JSON: the query that it led to. */
  startedQueries: entry('started-queries', v.record(v.string(), v.string())),
  /** By writer: drafts that `draftStore.ts` could only store here. */
  draft: entry('sql-draft', draftSchema),
} as const;
