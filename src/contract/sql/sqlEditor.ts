import * as v from 'valibot';
import { statementTimeoutMaxMs } from './queryLimits.ts';

/** Row limits that the user can choose; null reads all rows. */
const limitedRows = [100, 500, 1000] as const;
export const rowLimits = [...limitedRows, null] as const;
export type RowLimit = (typeof rowLimits)[number];

/** Time limits that the user can choose, in milliseconds. */
export const timeLimitsMs = [15_000, 60_000, 300_000, statementTimeoutMaxMs] as const;
export type TimeLimit = (typeof timeLimitsMs)[number];

/** What the sidebar of the editor shows. */
export const sidebarPanes = ['queries', 'tables'] as const;
export type SidebarPane = (typeof sidebarPanes)[number];

/** Settings of the SQL editor on this computer. Fractions refer to the shared width or height. */
export const sqlSettingsSchema = v.object({
  rowLimit: v.nullable(v.picklist(limitedRows)),
  timeLimitMs: v.picklist(timeLimitsMs),
  /** Height of the editor, as a fraction of the height that editor and results share. */
  editorShare: v.pipe(v.number(), v.minValue(0.1), v.maxValue(0.9)),
  sidebarOpen: v.boolean(),
  /** Absent from what earlier versions stored. */
  sidebarPane: v.optional(v.picklist(sidebarPanes), 'queries'),
  /** Suggestions appear while the user types. Absent from what earlier versions stored. */
  intellisense: v.optional(v.boolean(), true),
  /** How query plans are shown. Absent from what earlier versions stored. */
  planView: v.optional(v.picklist(['plan', 'rows']), 'plan'),
});
export type SqlSettings = v.InferOutput<typeof sqlSettingsSchema>;
export type PlanView = SqlSettings['planView'];

export const defaultSqlSettings: SqlSettings = {
  rowLimit: 100,
  timeLimitMs: 60_000,
  editorShare: 0.45,
  sidebarOpen: true,
  sidebarPane: 'queries',
  intellisense: true,
  planView: 'plan',
};

/** The two ends of the editor's selection, in characters; equal where nothing is selected. */
export interface SqlCursor {
  anchor: number;
  head: number;
}

/** Tells the storage every change of the view state, so that a page that is left can still write the latest. */
export type ViewStateCommand =
  | { type: 'settings.changed'; settings: SqlSettings }
  | { type: 'cursor.moved'; cursor: SqlCursor }
  /** Nothing has changed for a while: write it. */
  | { type: 'pause.reached' };

/** Where the cursor of each query was in this tab, the last one first. */
export const sqlCursorsSchema = v.array(v.object({ id: v.string(), anchor: v.number(), head: v.number() }));

export const sqlTiming = {
  /** Debounce before the text is stored on this computer. */
  draftPauseMs: 300,
  /** Debounce before the text is sent to the server. */
  draftSaveMs: 1_200,
  draftBackoffBaseMs: 1_000,
  draftBackoffMaxMs: 60_000,
  /** Delay before a refused write to this computer's storage is retried. */
  draftKeepRetryMs: 10_000,
  /** How long a cancelled query may take to end before the connection is dropped. */
  cancelGraceMs: 10_000,
  /** Interval for asking the server about a query whose response broke off. */
  outcomePollMs: 2_000,
  /** Time that the server has to begin the answer of a run that the connection was lost to. */
  attachLimitMs: 10_000,
  settingsPauseMs: 300,
  /** Interval for asking the server which queries are still running. */
  runningPollMs: 3_000,
} as const;

/** How often the server is asked about a query before its outcome counts as unknown. */
export const outcomeAttempts = 5;
