import { errors, type JWTPayload } from 'jose';
import { AuthError } from './auth.errors.ts';
import type { AuthContext } from './authContext.ts';
import { isBanned, type User } from './users.ts';

/** The user of a live session. */
export interface AuthenticatedUser {
  /** The auth service's id, a UUID; the platform's tables call it `user_id` and `gotrue_id`. */
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly aal: 'aal1' | 'aal2';
  readonly sessionId: string;
}

/** Checks an Authorization header in the order of the auth service's contract; throws an `AuthError`. */
export type Authenticate = (authorization: string | undefined) => Promise<AuthenticatedUser>;

export interface LiveSession {
  user: User;
  session: { id: string; aal: 'aal1' | 'aal2' };
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const badToken = (status: 400 | 403, message: string, cause?: unknown) =>
  new AuthError(status, 'bad_jwt', message, { cause });

/** Roles whose tokens are long-lived keys and may have no expiry. */
const serviceRoles: readonly unknown[] = ['service_role', 'supabase_admin'];

/**
 * The user and session of an Authorization header. Both rows are read on every request, so that a sign-out, a deletion
 * and a ban take effect immediately.
 */
export async function requireLiveSession(
  { db, keys, now }: AuthContext,
  authorization: string | undefined,
): Promise<LiveSession> {
  const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const moment = now();
  const { sub, session_id: sessionId } = await verifiedClaims(token, keys, moment);
  if (sub === undefined || sub === '') throw badToken(403, 'invalid claim: missing sub claim');
  if (!uuid.test(sub)) throw badToken(400, 'invalid claim: sub claim must be a UUID');

  const row = await db
    .selectFrom('users')
    .selectAll('users')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.user_id', '=', 'users.id')
        .on('sessions.id', '=', typeof sessionId === 'string' && uuid.test(sessionId) ? sessionId : null),
    )
    .select(['sessions.id as session_id', 'sessions.aal as session_aal'])
    .where('users.id', '=', sub)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const { session_id: liveId, session_aal: aal, ...user } = row;
  if (liveId === null || aal === null)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (isBanned(user, moment)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, session: { id: liveId, aal } };
}

async function verifiedClaims(token: string, keys: AuthContext['keys'], moment: Date): Promise<JWTPayload> {
  let claims: JWTPayload;
  try {
    claims = await keys.verify(token, moment);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw badToken(403, `invalid JWT: ${reasonOf(error)}`, error);
    throw error;
  }
  if (claims.exp === undefined && !serviceRoles.includes(claims.role))
    throw badToken(403, 'invalid JWT: token has no expiry');
  return claims;
}

function reasonOf(error: Error): string {
  if (error instanceof errors.JWTExpired) return 'unable to parse or verify signature, token is expired';
  return 'unable to parse or verify signature';
}

export const createAuthenticate =
  (context: AuthContext): Authenticate =>
  async (authorization) => {
    const { user, session } = await requireLiveSession(context, authorization);
    return {
      id: user.id,
      email: user.email ?? '',
      phone: user.phone ?? '',
      role: user.role,
      aal: session.aal,
      sessionId: session.id,
    };
  };
