/**
 * What a one-time code from an email proves: a new account's address, the right to set a new password, who the user is,
 * or that an address may replace the one of the account.
 */
export type EmailCodeKind = 'signup' | 'recovery' | 'email' | 'email_change';

/** What a code from an SMS proves: who the user is, or that a number may replace the one of the account. */
export type PhoneCodeKind = 'sms' | 'phone_change';

export type CodeKind = EmailCodeKind | PhoneCodeKind;

export const isPhoneCode = (kind: CodeKind): kind is PhoneCodeKind => kind === 'sms' || kind === 'phone_change';

/** `half` where an account's old and new address must both agree, and one of them has. */
export type CodeOutcome = 'accepted' | 'half';
