import * as v from 'valibot';
import { isRecord } from '../common/isRecord.ts';
import { recordByName } from '../common/recordByName.ts';
import { rowChangeWith } from './changes.ts';
import { unnamedKey } from './rowKey.ts';
import { viewAsSchema } from './viewAs.ts';

/** Name of the IndexedDB database for staged changes, and of the channel between the tabs that have them. */
export const stagedDatabase = 'basechart-staged-rows';

/** A change, and the role that it was staged as; absent for the developer's own rights. */
const stagedChangeSchema = rowChangeWith({ stagedAs: v.optional(viewAsSchema) });
export type StagedChange = v.InferOutput<typeof stagedChangeSchema>;

/** A change as this or an older version of the app stored it, whose keys were lists of values. */
const keptChangeSchema = v.pipe(
  v.unknown(),
  v.transform((change) =>
    isRecord(change) && Array.isArray(change['key']) ? { ...change, key: unnamedKey(change['key']) } : change,
  ),
  stagedChangeSchema,
);

/** A change that this computer stores until it is committed or discarded. */
export const stagedRowSchema = v.object({
  /** The user who made it: other users of the same browser never see it. */
  owner: v.string(),
  ref: v.string(),
  /** The table's oid. */
  id: v.number(),
  /** Id of the row within the table. */
  row: v.string(),
  change: keptChangeSchema,
  /** Unix time in milliseconds of the step that first changed the row. Rows are ordered by it, then by `place`. */
  begunAt: v.number(),
  /** The row's place among those of that step. Records of older versions have none. */
  place: v.optional(v.number(), 0),
});
export type StagedRow = v.InferOutput<typeof stagedRowSchema>;

/** Changes of one step by row, which are not written yet; null for a row without a change. */
export const stagedStepSchema = v.object({
  /** Unix time in milliseconds. */
  madeAt: v.number(),
  rows: recordByName(v.nullable(keptChangeSchema)),
});
export type StagedStep = v.InferOutput<typeof stagedStepSchema>;

const byRow = recordByName(v.unknown());

/** What a tab tells the others of its browser about the staged changes of a table. */
export const sharedRowsSchema = v.object({
  owner: v.string(),
  ref: v.string(),
  id: v.number(),
  /**
   * The changes by row, which are checked one by one: one that this version does not know must not hide the others.
   * Null for a row without a change.
   */
  rows: byRow,
  /** `begunAt` and `place` of the stored rows, so that all tabs store the same order. Older versions send none. */
  begunAt: v.optional(byRow, {}),
  places: v.optional(byRow, {}),
});

/** The change of a row in such a message. */
export const sharedChangeSchema = v.nullable(keptChangeSchema);

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
