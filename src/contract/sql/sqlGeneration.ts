import * as v from 'valibot';

/** What of the database the model may know when it writes SQL: it reads no rows there. */
export const generationLevels = ['none', 'schema'] as const;
export type GenerationLevel = (typeof generationLevels)[number];

/** Longest request, in characters. */
export const maxPromptChars = 10_000;

/** What the user has asked for in a query, and what came of it: it survives a reload. */
export const generationDraftSchema = v.object({
  prompt: v.string(),
  level: v.picklist(generationLevels),
  /** SQL that the user has neither accepted nor rejected; empty without any. */
  generated: v.string(),
  /** Whether the model ended the SQL: the rest of it may never have come. */
  isWhole: v.optional(v.boolean(), false),
});
export type GenerationDraft = v.InferOutput<typeof generationDraftSchema>;
