import { errors, type JWTPayload } from 'jose';
import { AuthError } from './auth.errors.ts';
import type { AuthContext } from './authContext.ts';
import { findUserById, isBanned, userGone, type User } from './users.ts';

/** The user of a live session. */
export interface AuthenticatedUser {
  /** The auth service's id, a UUID; the platform's tables call it `user_id` and `gotrue_id`. */
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly aal: 'aal1' | 'aal2';
  /** The user has a second factor, and this session was not verified with it. */
  readonly awaitsFactor: boolean;
  /** Empty for a caller without a session, who has an access token. */
  readonly sessionId: string;
}

/** Checks an Authorization header in the order of the auth service's contract; throws an `AuthError`. */
export type Authenticate = (authorization: string | undefined) => Promise<AuthenticatedUser>;

export interface LiveSession {
  user: User;
  session: { id: string; aal: 'aal1' | 'aal2'; created_at: Date };
  awaitsFactor: boolean;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);

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
  const moment = now();
  const claims = await verifiedClaims(authorization, keys, moment);
  const { sub, session_id: sessionId, aal: claimedAal } = claims;
  if (sub === undefined || sub === '') throw badToken(403, 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw badToken(400, 'invalid claim: sub claim must be a UUID');

  const row = await db
    .selectFrom('users')
    .selectAll('users')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', isUuid(sessionId) ? sessionId : null),
    )
    .select(({ exists, selectFrom }) => [
      'sessions.id as session_id',
      'sessions.aal as session_aal',
      'sessions.created_at as session_created_at',
      exists(
        selectFrom('mfa_factors')
          .select('mfa_factors.id')
          .whereRef('mfa_factors.user_id', '=', 'users.id')
          .where('mfa_factors.status', '=', 'verified'),
      ).as('has_factor'),
    ])
    .where('users.id', '=', sub)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw userGone();
  const { session_id: liveId, session_aal: liveAal, session_created_at: begunAt, has_factor: hasFactor, ...user } = row;
  if (liveId === null || liveAal === null || begunAt === null)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (isBanned(user, moment)) throw new AuthError(403, 'user_banned', 'User is banned');
  // Another user may hold a token from before the session was verified.
  const aal = claimedAal === 'aal2' ? liveAal : 'aal1';
  return {
    user,
    session: { id: liveId, aal, created_at: begunAt },
    awaitsFactor: Boolean(hasFactor) && aal === 'aal1',
  };
}

/**
 * Admits callers with a service key. A key names no user; the token of a user with such a role is as good as its
 * session.
 */
export async function requireAdmin(context: AuthContext, authorization: string | undefined): Promise<void> {
  const claims = await verifiedClaims(authorization, context.keys, context.now());
  if (!serviceRoles.includes(claims['role'])) throw new AuthError(403, 'not_admin', 'User not allowed');
  if (claims['session_id'] !== undefined) await requireLiveSession(context, authorization);
}

/** Whether the caller has a service key; any other caller is none, also without a token. */
export async function isAdmin(context: AuthContext, authorization: string | undefined): Promise<boolean> {
  if (authorization === undefined) return false;
  try {
    await requireAdmin(context, authorization);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function verifiedClaims(
  authorization: string | undefined,
  keys: AuthContext['keys'],
  moment: Date,
): Promise<JWTPayload> {
  const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
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

const describeCaller = (
  user: User,
  { aal, awaitsFactor, sessionId }: Pick<AuthenticatedUser, 'aal' | 'awaitsFactor' | 'sessionId'>,
): AuthenticatedUser => ({
  id: user.id,
  email: user.email ?? '',
  phone: user.phone ?? '',
  role: user.role,
  aal,
  awaitsFactor,
  sessionId,
});

export const createAuthenticate =
  (context: AuthContext): Authenticate =>
  async (authorization) => {
    const { user, session, awaitsFactor } = await requireLiveSession(context, authorization);
    return describeCaller(user, { aal: session.aal, awaitsFactor, sessionId: session.id });
  };

/** The user of a credential that is no session; null if deleted or banned meanwhile. */
export async function findActiveUser({ db, now }: AuthContext, userId: string): Promise<AuthenticatedUser | null> {
  const user = await findUserById(db, userId);
  if (user === undefined || isBanned(user, now())) return null;
  return describeCaller(user, { aal: 'aal1', awaitsFactor: false, sessionId: '' });
}
