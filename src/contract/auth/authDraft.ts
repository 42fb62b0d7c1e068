import * as v from 'valibot';

/** Edits of a project's auth settings that are not saved, as the browser keeps them. No secret is among them. */
export const authDraftSchema = v.object({
  /** The version of the settings that they are based on. */
  version: v.number(),
  edits: v.record(v.string(), v.union([v.string(), v.boolean()])),
});
export type AuthDraft = v.InferOutput<typeof authDraftSchema>;
