/**
 * What a one-time code from an email proves: a new account's address, the right to set a new password, or who the user
 * is.
 */
export type CodeKind = 'signup' | 'recovery' | 'email';
