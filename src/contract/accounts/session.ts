import * as v from 'valibot';

/** The dashboard's own user, as far as the dashboard looks at one. */
export const sessionUserSchema = v.looseObject({
  id: v.string(),
  email: v.optional(v.string()),
});

/** What local storage holds of a signed-in user; less than the three tokens is no session (specification, section 5). */
export const sessionSchema = v.looseObject({
  access_token: v.pipe(
    v.string(),
    v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'The access token must have three parts in base64url form.'),
  ),
  refresh_token: v.pipe(v.string(), v.minLength(1)),
  /** Seconds since 1970. */
  expires_at: v.number(),
  user: v.optional(sessionUserSchema),
});
export type Session = v.InferOutput<typeof sessionSchema>;

export const signOutScopes = ['global', 'others', 'local'] as const;
export type SignOutScope = (typeof signOutScopes)[number];

export type AssuranceLevel = 'aal1' | 'aal2';

/** What an access token says of itself; nothing when it is unreadable. */
function claimsOf({ access_token }: Session): { aal?: unknown; exp?: unknown; sub?: unknown } {
  try {
    const payload = access_token.split('.')[1] ?? '';
    return Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}

/** A token that does not claim the higher level has the lower. */
export const assuranceOf = (session: Session): AssuranceLevel => (claimsOf(session).aal === 'aal2' ? 'aal2' : 'aal1');

/** Seconds since 1970, by the token's own word; null when it gives none. */
export function tokenExpiryOf(session: Session): number | null {
  const { exp } = claimsOf(session);
  return typeof exp === 'number' ? exp : null;
}

/** Whose session it is. */
export const userIdOf = (session: Session): string => session.user?.id ?? String(claimsOf(session).sub ?? '');
