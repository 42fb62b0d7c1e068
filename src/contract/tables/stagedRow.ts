import * as v from 'valibot';
import { rowChangeSchema } from './changes.ts';

/** Name of the IndexedDB database for staged changes, and of the channel between the tabs that have them. */
export const stagedDatabase = 'basechart-staged-rows';

/** A change that this computer stores until it is committed or discarded. */
export const stagedRowSchema = v.object({
  /** The user who made it: other users of the same browser never see it. */
  owner: v.string(),
  ref: v.string(),
  /** The table's oid. */
  id: v.number(),
  /** Id of the row within the table. */
  row: v.string(),
  change: rowChangeSchema,
  /** Unix time in milliseconds of the first change of the row, which is its place among the others. */
  begunAt: v.number(),
});
export type StagedRow = v.InferOutput<typeof stagedRowSchema>;

/** What a tab tells the others of its browser about the staged changes of a table. */
export const sharedRowsSchema = v.object({
  owner: v.string(),
  ref: v.string(),
  id: v.number(),
  /** Null for a row without a change. */
  rows: v.record(v.string(), v.nullable(rowChangeSchema)),
  /** When the changes began, by row: their order is the same in all tabs, also after a reload. */
  begunAt: v.optional(v.record(v.string(), v.number()), {}),
});

/** A commit that was sent and has no answer yet. */
export const sentCommitSchema = v.object({
  owner: v.string(),
  ref: v.string(),
  id: v.number(),
  /** By which the server knows it. */
  commit: v.string(),
  /** Ids of its rows. */
  rows: v.array(v.string()),
});
export type SentCommit = v.InferOutput<typeof sentCommitSchema>;
