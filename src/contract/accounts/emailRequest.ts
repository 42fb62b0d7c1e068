import * as v from 'valibot';
import { emailSchema } from './credentials.ts';
import { claimsOf, type Session } from './session.ts';

export const emailRequestSchema = v.object({ email: emailSchema });
export type EmailRequest = v.InferOutput<typeof emailRequestSchema>;

/** The methods of a session that began with an email, as the access token's claim `amr` names them. */
const emailMethods: ReadonlySet<unknown> = new Set(['otp', 'recovery', 'magiclink']);

/** Whether the session began with a code or a link from an email. */
export function isOfEmail(session: Session): boolean {
  const { amr } = claimsOf(session);
  return (
    Array.isArray(amr) && amr.some((entry: unknown) => emailMethods.has((Object(entry) as { method?: unknown }).method))
  );
}
