import * as v from 'valibot';

/** The fields of the dashboard's user that the dashboard reads. */
const sessionUserSchema = v.looseObject({
  id: v.string(),
  email: v.optional(v.string()),
  /** Second factors; only verified ones count. */
  factors: v.optional(v.array(v.looseObject({ id: v.string(), status: v.string() }))),
});

/**
 * The stored session of a signed-in user. An entry without all three tokens is no session (specification, section 5).
 */
export const sessionSchema = v.looseObject({
  access_token: v.pipe(
    v.string(),
    v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'The access token must have three parts in base64url form.'),
  ),
  refresh_token: v.pipe(v.string(), v.minLength(1)),
  /** Unix time in seconds: by the server's clock as it arrives, by the browser's once it is stored. */
  expires_at: v.number(),
  /** How long the access token is valid once issued, in seconds. */
  expires_in: v.optional(v.number()),
  user: v.optional(sessionUserSchema),
});
export type Session = v.InferOutput<typeof sessionSchema>;

const signOutScopes = ['global', 'others', 'local'] as const;
export type SignOutScope = (typeof signOutScopes)[number];

/** A way to sign in: `password`, `email`, or the id of a provider. */
export type SignInMethod = string;

type AssuranceLevel = 'aal1' | 'aal2';

/** The claims of an access token; empty when the token is unreadable. */
export function claimsOf({ access_token }: Session): { aal?: unknown; amr?: unknown; sub?: unknown } {
  try {
    const payload = access_token.split('.')[1] ?? '';
    return Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}

/** A token without an assurance claim has the lower level. */
export const assuranceOf = (session: Session): AssuranceLevel => (claimsOf(session).aal === 'aal2' ? 'aal2' : 'aal1');

/** The user has a second factor, and this session was not verified with it: the server takes nothing else first. */
export const awaitsFactor = (session: Session): boolean =>
  assuranceOf(session) === 'aal1' && session.user?.factors?.some(({ status }) => status === 'verified') === true;

/** Id of the session's user. */
export const userIdOf = (session: Session): string => session.user?.id ?? String(claimsOf(session).sub ?? '');

/** How much further ahead than its lifetime a token's expiry may be, in seconds: it is stored in whole ones. */
const expiryToleranceSeconds = 60;

/**
 * How long the access token is still valid, in milliseconds: negative once it has expired. A token that would outlive
 * its lifetime was stored before the browser's clock was set back, and counts as expired.
 */
export function remainingMs({ expires_at: expiresAt, expires_in: lifetime = Infinity }: Session, now: number): number {
  const remaining = expiresAt * 1000 - now;
  return remaining > (lifetime + expiryToleranceSeconds) * 1000 ? 0 : remaining;
}
