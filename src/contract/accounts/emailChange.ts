import * as v from 'valibot';
import { emailSchema } from './credentials.ts';

/** A new address for the account; the auth service sends no email for the one that the account has. */
export const emailChangeSchema = v.pipe(
  v.object({ email: emailSchema, currentEmail: v.string() }),
  v.forward(
    v.check(
      ({ email, currentEmail }) => email.toLowerCase() !== currentEmail.toLowerCase(),
      'Your account already has this address.',
    ),
    ['email'],
  ),
);

/** What the link of an email did: the address is changed, the other address must agree too, or it was no link. */
export type EmailChangeOutcome = 'changed' | 'half' | 'none';
