import * as v from 'valibot';

const namedOrganizationSchema = v.object({ slug: v.string(), name: v.string() });

/** What has to be done before the account can be deleted. */
const deletionObstacles = ['members', 'projects'] as const;

/** What deleting the account would mean now. */
export const accountDeletionSchema = v.object({
  /** What the user types to confirm: the email address, or the phone number of an account without one. */
  confirmation: v.string(),
  /** Organizations that would be left without an owner, each with what is in the way. */
  obstacles: v.array(v.object({ ...namedOrganizationSchema.entries, reason: v.picklist(deletionObstacles) })),
  /** Organizations without other members or projects: they are deleted with the account. */
  deleted: v.array(namedOrganizationSchema),
});
export type AccountDeletion = v.InferOutput<typeof accountDeletionSchema>;

export const deleteAccountSchema = v.object({ confirmation: v.pipe(v.string(), v.maxLength(320)) });
export type DeleteAccount = v.InferOutput<typeof deleteAccountSchema>;
