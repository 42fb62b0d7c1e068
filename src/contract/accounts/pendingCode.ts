import * as v from 'valibot';

/** A code that the user of a tab has asked for, as the tab keeps it for a reload; the code itself is never kept. */
export const pendingCodeSchema = v.object({
  /** The email address or the phone number, as it was typed. */
  address: v.string(),
  /** When the latest message was requested, in Unix milliseconds; null before one was. */
  sentAt: v.nullable(v.number()),
});
export type PendingCode = v.InferOutput<typeof pendingCodeSchema>;

/** The codes that visitors ask for: to sign in, to confirm a new account, and for a new password. */
export const guestCodeKinds = ['sms', 'email', 'signup', 'recovery'] as const;
/** The codes that a signed-in user asks for. */
export const changeCodeKinds = ['email_change', 'phone_change'] as const;
export type PendingCodeKind = (typeof guestCodeKinds | typeof changeCodeKinds)[number];
