import * as v from 'valibot';

/** The browser's database that drafts are kept in. */
export const draftDatabase = 'basechart';

/** A text as this computer keeps it until the server has it. */
export const draftSchema = v.object({
  /** The user it belongs to: others who use the same browser never see it. */
  owner: v.string(),
  ref: v.string(),
  id: v.string(),
  /** The tab's editor that wrote it. */
  writer: v.string(),
  name: v.string(),
  sql: v.string(),
  /** The server's version it was made from; 0 where the server had none. */
  baseVersion: v.number(),
  /** Milliseconds since 1970. */
  keptAt: v.number(),
});
export type StoredDraft = v.InferOutput<typeof draftSchema>;
