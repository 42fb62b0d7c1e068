import * as v from 'valibot';
import { recordByName } from '../common/recordByName.ts';
import { withoutNul } from '../common/withoutNul.ts';
import { sqlErrorSchema } from '../sql/query.ts';
import { rowKeySchema } from './rowKey.ts';
import { viewAsField } from './viewAs.ts';

const cellSchema = v.nullable(v.pipe(v.string(), withoutNul));

/** Values by column. */
const valuesSchema = recordByName(cellSchema);

/** What a page of rows says of values that it holds only the beginning of, by column. */
const fingerprintsSchema = recordByName(v.pipe(v.string(), withoutNul));

/** By name: which columns the change is about, whatever they are called when it is made. */
const numbersField = v.optional(recordByName(v.pipe(v.number(), v.integer())));

/** The schema of a change of one row, with fields that all kinds of changes have. */
export const rowChangeWith = <const Fields extends v.ObjectEntries>(fields: Fields) =>
  v.variant('type', [
    /** Columns that are absent get their default. */
    v.object({ ...fields, type: v.literal('insert'), columns: numbersField, values: valuesSchema }),
    v.object({
      ...fields,
      type: v.literal('update'),
      columns: numbersField,
      key: rowKeySchema,
      /** The changed columns as they were read. */
      old: valuesSchema,
      values: valuesSchema,
      /** Columns that get their default. */
      defaults: v.array(v.string()),
    }),
    v.object({
      ...fields,
      type: v.literal('delete'),
      columns: numbersField,
      key: rowKeySchema,
      /** The row as it was read, without values that were cut. */
      old: valuesSchema,
      /** Of the values that were cut. */
      fingerprints: v.optional(fingerprintsSchema),
    }),
  ]);

/** A change of one row. */
export const rowChangeSchema = rowChangeWith({});
export type RowChange = v.InferOutput<typeof rowChangeSchema>;

/** Changes in one transaction. */
export const changesMax = 10_000;

/** Body of `POST …/projects/{ref}/tables/{id}/changes`. */
export const commitChangesSchema = v.object({
  /** By which a lost answer can be asked for. */
  commit: v.optional(v.pipe(v.string(), v.uuid())),
  changes: v.pipe(v.array(rowChangeSchema), v.nonEmpty(), v.maxLength(changesMax)),
  viewAs: viewAsField,
});
export type CommitChanges = v.InferOutput<typeof commitChangesSchema>;

/** What became of the changes: all of them, or none. */
export const commitOutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('committed'), count: v.number() }),
  v.object({
    /** The row is not as it was read. */
    outcome: v.literal('conflict'),
    /** Index of the change. */
    change: v.number(),
    /** What was read of the row, as it is now; null where it is gone. */
    cells: v.nullable(valuesSchema),
    /** Where the change has some: of values that are still long, whose beginning is in `cells`. */
    fingerprints: v.optional(fingerprintsSchema),
  }),
  v.object({
    outcome: v.literal('failed'),
    change: v.number(),
    error: sqlErrorSchema,
    /** The column that Postgres names, or that the constraint is about. */
    column: v.nullable(v.string()),
    constraint: v.nullable(v.string()),
  }),
  v.object({
    /** The key of the change has other columns than that of the table, whose rows are now told apart by others. */
    outcome: v.literal('otherKey'),
    change: v.number(),
    /** Columns of the table's key; empty without one. */
    key: v.array(v.string()),
  }),
  v.object({
    /** Columns that the change gives values to were dropped. */
    outcome: v.literal('goneColumns'),
    change: v.number(),
    /** As the change calls them. */
    columns: v.array(v.string()),
  }),
]);
export type CommitOutcome = v.InferOutput<typeof commitOutcomeSchema>;

/** Nothing was sent: another tab of the browser has committed or discarded some of it. */
export interface RowsTaken {
  outcome: 'taken';
  /** Their ids. */
  rows: readonly string[];
}
