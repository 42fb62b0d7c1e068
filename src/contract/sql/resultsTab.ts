import * as v from 'valibot';

/** A tab beside a query: one of the results of its run, what the database said, or earlier runs. */
const resultsTabSchema = v.variant('pane', [
  v.object({ pane: v.literal('result'), index: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.object({ pane: v.literal('messages') }),
  v.object({ pane: v.literal('history') }),
]);
export type ResultsTab = v.InferOutput<typeof resultsTabSchema>;

const chosenTabSchema = v.object({
  /** The run it was chosen at: another run begins at its first result. */
  run: v.nullable(v.string()),
  tab: resultsTabSchema,
});
export type ChosenTab = v.InferOutput<typeof chosenTabSchema>;

/** The chosen tab of each query in this browser tab, the last one first. */
export const chosenTabsSchema = v.array(v.object({ id: v.string(), ...chosenTabSchema.entries }));
