import * as v from 'valibot';

/** A table that foreign keys can point to. */
const keyTargetSchema = v.object({
  schema: v.string(),
  table: v.string(),
  /** Columns of each of its unique keys, with their types; the primary key comes first. */
  keys: v.array(v.array(v.object({ name: v.string(), type: v.string() }))),
});
export type KeyTarget = v.InferOutput<typeof keyTargetSchema>;

/** Answer of `GET …/projects/{ref}/tables/suggestions?search=`. */
export const shapeSuggestionsSchema = v.object({
  /** Types of the database beside those of Postgres, as SQL writes them. */
  types: v.array(v.string()),
  /** The first tables that have the text in their names, by schema and name. */
  targets: v.array(keyTargetSchema),
  /** The first tables of those that take rows. */
  tables: v.array(v.object({ id: v.number(), schema: v.string(), name: v.string() })),
});
export type ShapeSuggestions = v.InferOutput<typeof shapeSuggestionsSchema>;

export const typeSuggestionsMax = 500;
export const targetSuggestionsMax = 50;
