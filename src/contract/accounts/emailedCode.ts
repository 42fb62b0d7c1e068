/**
 * What a one-time code from an email proves: a new account's address, the right to set a new password, who the user is,
 * or that an address may replace the one of the account.
 */
export type CodeKind = 'signup' | 'recovery' | 'email' | 'email_change';

/** `half` where an account's old and new address must both agree, and one of them has. */
export type CodeOutcome = 'accepted' | 'half';
