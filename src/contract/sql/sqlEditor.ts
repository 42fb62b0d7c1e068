import * as v from 'valibot';
import { statementTimeoutMaxMs } from './query.ts';

/** Choices for how many rows of a result are read; null reads all of them. */
const limitedRows = [100, 500, 1000] as const;
export const rowLimits = [...limitedRows, null] as const;
export type RowLimit = (typeof rowLimits)[number];

/** Choices for how long a run may take, in milliseconds. */
export const timeLimitsMs = [15_000, 60_000, 300_000, statementTimeoutMaxMs] as const;
export type TimeLimit = (typeof timeLimitsMs)[number];

/** How the SQL editor is set up on this computer. Fractions are of the width or height that is shared. */
export const sqlSettingsSchema = v.object({
  rowLimit: v.nullable(v.picklist(limitedRows)),
  timeLimitMs: v.picklist(timeLimitsMs),
  /** Height of the editor, as a fraction of what editor and results share. */
  editorShare: v.pipe(v.number(), v.minValue(0.1), v.maxValue(0.9)),
  sidebarOpen: v.boolean(),
});
export type SqlSettings = v.InferOutput<typeof sqlSettingsSchema>;

export const defaultSqlSettings: SqlSettings = {
  rowLimit: 100,
  timeLimitMs: 60_000,
  editorShare: 0.45,
  sidebarOpen: true,
};

export const sqlTiming = {
  /** Quiet after a keystroke before the text is kept on this computer. */
  draftPauseMs: 300,
  /** Quiet after a keystroke before the text is sent to the server. */
  draftSaveMs: 1_200,
  draftBackoffBaseMs: 1_000,
  draftBackoffMaxMs: 60_000,
  /** How long a refused write to this computer's storage waits before it is tried again. */
  draftKeepRetryMs: 10_000,
  /** How long a cancelled query may take to say so before the connection is dropped. */
  cancelGraceMs: 10_000,
  /** How often the server is asked what became of a query whose answer broke off. */
  outcomePollMs: 2_000,
  settingsPauseMs: 300,
} as const;

/** How often the server is asked what became of a query before it counts as unknown. */
export const outcomeAttempts = 5;

/** Name of a query that nobody has named. */
export const untitledSnippet = 'Untitled query';
