import * as v from 'valibot';

/** A text that this computer stores until the server has it. */
export const draftSchema = v.object({
  /** The draft's user: other users of the same browser never see it. */
  owner: v.string(),
  ref: v.string(),
  id: v.string(),
  /** Id of the tab that wrote it. */
  writer: v.string(),
  name: v.string(),
  sql: v.string(),
  /** The server's version that it is based on; 0 where the server had none. */
  baseVersion: v.number(),
  /** Unix time in milliseconds. */
  keptAt: v.number(),
});
export type StoredDraft = v.InferOutput<typeof draftSchema>;
