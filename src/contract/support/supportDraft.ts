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

/** The unsent content of the form, as this computer stores it. */
export const supportDraftSchema = v.object({
  category: v.picklist(supportCategories),
  subject: v.string(),
  message: v.string(),
  projectRef: v.string(),
});
export type SupportDraft = v.InferOutput<typeof supportDraftSchema>;
