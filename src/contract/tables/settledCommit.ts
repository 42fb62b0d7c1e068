import * as v from 'valibot';

/** Answer of `POST …/projects/{ref}/tables/commits/{commit}/settle`: whether the changes were made. */
export const settledCommitSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('committed'), count: v.number() }),
  /** Nothing was changed, and nothing will be. */
  v.object({ outcome: v.literal('none') }),
]);
export type SettledCommit = v.InferOutput<typeof settledCommitSchema>;

/** How long the browser pauses before it asks again what became of a commit, in milliseconds. */
export const settleRetryMs = 5_000;
