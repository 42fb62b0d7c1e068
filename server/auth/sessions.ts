import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, SessionsTable } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { describeUser, findUserById, isBanned, type User } from './users.ts';

type Session = Selectable<SessionsTable>;

/** How the user authenticated, as the token's `amr` names it. */
export type AuthMethod = 'password' | 'anonymous';

/** Where a session began, for lists of sessions. */
export interface ClientInfo {
  userAgent: string | undefined;
  ip: string;
}

/** A new token has as many bits as its hash, so that it cannot be guessed. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The token after this one. Computing it takes the parent *and* the row's salt: neither the database alone nor an old
 * token alone gives access, and a client that lost a response can get the same token again.
 */
const nextToken = (parent: string, salt: string): string =>
  createHmac('sha256', parent).update(salt).digest('base64url');

export interface NewSession {
  user: User;
  session: Session;
  refreshToken: string;
}

/** Begins a session inside the caller's transaction; returns its first refresh token and the updated user. */
export async function beginSession(
  tx: AuthDatabase,
  user: User,
  method: AuthMethod,
  client: ClientInfo,
  now: Date,
): Promise<NewSession> {
  const session = await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: user.id,
      aal: 'aal1',
      ip: client.ip,
      user_agent: client.userAgent?.slice(0, 512) ?? null,
      refreshed_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto('mfa_amr_claims').values({ session_id: session.id, method, updated_at: now }).execute();
  const refreshToken = newToken();
  await tx
    .insertInto('refresh_tokens')
    .values({ session_id: session.id, token_hash: hashToken(refreshToken), salt: null, used_at: null, created_at: now })
    .execute();
  await tx.updateTable('identities').set({ last_sign_in_at: now }).where('user_id', '=', user.id).execute();
  const signedIn = await tx
    .updateTable('users')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { user: signedIn, session, refreshToken };
}

/** The response with a session: both tokens and the user. */
export async function describeSession(
  { db, keys, settings, now }: AuthContext,
  { user, session, refreshToken }: NewSession,
): Promise<Record<string, unknown>> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  const expiresAt = issuedAt + settings.jwtExpiry;
  const methods = await db
    .selectFrom('mfa_amr_claims')
    .select(['method', 'updated_at'])
    .where('session_id', '=', session.id)
    .orderBy('updated_at', 'desc')
    .execute();
  const accessToken = await keys.sign({
    iss: settings.jwtIssuer,
    sub: user.id,
    aud: user.aud,
    iat: issuedAt,
    exp: expiresAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: methods.map(({ method, updated_at: moment }) => ({ method, timestamp: Math.floor(moment.getTime() / 1000) })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.jwtExpiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await describeUser(db, user),
  };
}

export const logoutScopes = ['global', 'local', 'others'] as const;
export type LogoutScope = (typeof logoutScopes)[number];

/** Ends sessions of a user. Their access tokens are refused from then on, because every check reads the row. */
export async function endSessions(
  db: AuthDatabase,
  userId: string,
  scope: LogoutScope,
  sessionId: string,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (scope === 'local') query = query.where('id', '=', sessionId);
  if (scope === 'others') query = query.where('id', '!=', sessionId);
  await query.execute();
}

const tokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const tokenUsed = () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const sessionExpired = (why: string) =>
  new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired (${why})`);

/**
 * Exchanges a refresh token. The session's row is locked, so that concurrent exchanges, on any server, run one after
 * the other: the first creates the new token, the others return the same one.
 */
export async function refreshSession({ db, settings, now }: AuthContext, token: string): Promise<NewSession> {
  const outcome = await db.transaction().execute(async (tx): Promise<NewSession | 'stolen'> => {
    const session = await tx
      .selectFrom('sessions')
      .selectAll('sessions')
      .where('id', '=', (where) =>
        where.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
      )
      .forUpdate()
      .executeTakeFirst();
    if (session === undefined) throw tokenNotFound();
    const user = await findUserById(tx, session.user_id);
    if (user === undefined) throw tokenNotFound();
    const moment = now();
    if (isBanned(user, moment)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    await refuseExpired(tx, session, settings, moment);

    // Starting with the given token: each successor is computed from it and the successor's salt.
    const [given, ...successors] = await tx
      .selectFrom('refresh_tokens')
      .select(['id', 'token_hash', 'salt', 'used_at'])
      .where('session_id', '=', session.id)
      .where('id', '>=', (where) =>
        where.selectFrom('refresh_tokens').select('id').where('token_hash', '=', hashToken(token)),
      )
      .orderBy('id')
      .execute();
    if (given === undefined) throw tokenNotFound();

    let refreshToken: string;
    if (given.used_at === null) {
      const salt = newToken();
      refreshToken = nextToken(token, salt);
      await tx.updateTable('refresh_tokens').set({ used_at: moment }).where('id', '=', given.id).execute();
      await tx
        .insertInto('refresh_tokens')
        .values({
          session_id: session.id,
          token_hash: hashToken(refreshToken),
          salt,
          used_at: null,
          created_at: moment,
        })
        .execute();
    } else {
      const isParentOfLive = successors.length === 1;
      const isWithinInterval = moment.getTime() - given.used_at.getTime() < settings.refreshReuseInterval * 1000;
      if (!isParentOfLive && !isWithinInterval) {
        await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
        return 'stolen';
      }
      refreshToken = successors.reduce((parent, { salt }) => nextToken(parent, salt ?? ''), token);
    }
    await tx
      .updateTable('sessions')
      .set({ refreshed_at: moment, updated_at: moment })
      .where('id', '=', session.id)
      .execute();
    return { user, session, refreshToken };
  });
  // Thrown after the transaction, because the end of the session must be committed.
  if (outcome === 'stolen') throw tokenUsed();
  return outcome;
}

async function refuseExpired(
  tx: AuthDatabase,
  session: Session,
  settings: AuthContext['settings'],
  moment: Date,
): Promise<void> {
  const age = (since: Date) => (moment.getTime() - since.getTime()) / 1000;
  if (settings.sessionTimebox > 0 && age(session.created_at) > settings.sessionTimebox) throw sessionExpired('Timebox');
  if (settings.sessionInactivity > 0 && age(session.refreshed_at ?? session.created_at) > settings.sessionInactivity)
    throw sessionExpired('Inactivity');
  if (settings.sessionSinglePerUser) {
    const newer = await tx
      .selectFrom('sessions')
      .select(sql`1`.as('one'))
      .where('user_id', '=', session.user_id)
      .where('created_at', '>', session.created_at)
      .limit(1)
      .executeTakeFirst();
    if (newer !== undefined) throw sessionExpired('Revoked by Newer Login');
  }
}
