import * as v from 'valibot';
import { sqlTextSchema } from './query.ts';
import { untitledSnippet } from './queryTitle.ts';

/**
 * Body of `PUT …/projects/{ref}/snippets/{id}`, which responds with the stored `Snippet` (its first version is 1): 404
 * when a named version was deleted, 409 `snippet_conflict` when `base_version` is not the stored one.
 */
export const saveSnippetSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  sql: sqlTextSchema,
  /** 0 for a snippet that the server has not seen; at most what Postgres keeps in an `integer`. */
  base_version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
});
export type SaveSnippet = v.InferOutput<typeof saveSnippetSchema>;

/** A query without a name is saved as untitled. */
export const savedName = (name: string): string => name.trim() || untitledSnippet;
