// Apart from what is sent, because every page reads what this computer keeps, and few send anything.
import * as v from 'valibot';

export const supportCategories = [
  'problem',
  'dashboard_bug',
  'performance',
  'account',
  'billing',
  'feature_request',
  'other',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/** Characters of a trace; the page sends what was recorded last when there is more. */
export const supportTraceMax = 400_000;

/** What was typed into the form and not sent yet, as this computer keeps it. */
export const supportDraftSchema = v.object({
  category: v.picklist(supportCategories),
  subject: v.string(),
  message: v.string(),
  projectRef: v.string(),
});
export type SupportDraft = v.InferOutput<typeof supportDraftSchema>;
