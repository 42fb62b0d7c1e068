import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, AuthMethod, SessionsTable } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { clientColumns, type ClientInfo } from './clientInfo.ts';
import { describeUser } from './describeUser.ts';
import type { ProviderTokens } from './externalProviders.ts';
import { hashToken } from './hashToken.ts';
import { findUserById, isBanned, type User } from './users.ts';

type Session = Selectable<SessionsTable>;

/** A new token has as many bits as its hash, so that it cannot be guessed. */
const newToken = (): string => randomBytes(32).toString('base64url');

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
  /** Given once, right after a sign-in with a provider. */
  providerTokens?: ProviderTokens;
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
      ...clientColumns(client),
      refreshed_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto('mfa_amr_claims').values({ session_id: session.id, method, updated_at: now }).execute();
  const refreshToken = await insertFirstToken(tx, session, now);
  await recordEvent(tx, { userId: user.id, action: 'login', client, details: { method } }, now);
  await tx.updateTable('identities').set({ last_sign_in_at: now }).where('user_id', '=', user.id).execute();
  const signedIn = await tx
    .updateTable('users')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { user: signedIn, session, refreshToken };
}

interface Assurance {
  sessionId: string;
  factorId: string;
  method: 'totp';
}

/**
 * Raises a session to aal2 inside the caller's transaction. Its earlier refresh tokens and the user's other sessions
 * without a second factor end, because a thief of the password may hold them.
 */
export async function raiseSession(
  tx: AuthDatabase,
  user: User,
  { sessionId, factorId, method }: Assurance,
  now: Date,
): Promise<NewSession> {
  const session = await tx
    .updateTable('sessions')
    .set({ aal: 'aal2', factor_id: factorId, refreshed_at: now, updated_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .returningAll()
    .executeTakeFirst();
  if (session === undefined)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  await tx
    .insertInto('mfa_amr_claims')
    .values({ session_id: session.id, method, updated_at: now })
    .onConflict((older) => older.columns(['session_id', 'method']).doUpdateSet({ updated_at: now }))
    .execute();
  await tx.deleteFrom('sessions').where('user_id', '=', user.id).where('aal', '=', 'aal1').execute();
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', session.id).execute();
  return { user, session, refreshToken: await insertFirstToken(tx, session, now) };
}

async function insertFirstToken(tx: AuthDatabase, { id }: Session, now: Date): Promise<string> {
  const refreshToken = newToken();
  await tx
    .insertInto('refresh_tokens')
    .values({ session_id: id, token_hash: hashToken(refreshToken), salt: null, used_at: null, created_at: now })
    .execute();
  return refreshToken;
}

/** The response with a session: both tokens and the user. */
export async function describeSession(
  { db, keys, settings, now }: AuthContext,
  { user, session, refreshToken, providerTokens }: NewSession,
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
    ...(providerTokens !== undefined && {
      provider_token: providerTokens.token,
      ...(providerTokens.refreshToken !== undefined && { provider_refresh_token: providerTokens.refreshToken }),
    }),
    user: await describeUser(db, user),
  };
}

/** The session began with a link or code of a recovery mail. */
export const isRecoverySession = async (db: AuthDatabase, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('mfa_amr_claims')
    .select('method')
    .where('session_id', '=', sessionId)
    .where('method', '=', 'recovery')
    .executeTakeFirst()) !== undefined;

/** A recovery mail allows one new password: from then on its session is worth what a code is worth. */
export async function endRecovery(tx: AuthDatabase, sessionId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('mfa_amr_claims')
    .where('session_id', '=', sessionId)
    .where('method', '=', 'recovery')
    .returning(['session_id', 'updated_at'])
    .executeTakeFirst();
  if (ended === undefined) return;
  await tx
    .insertInto('mfa_amr_claims')
    .values({ ...ended, method: 'otp' })
    .onConflict((older) => older.columns(['session_id', 'method']).doNothing())
    .execute();
}

export const logoutScopes = ['global', 'local', 'others'] as const;
export type LogoutScope = (typeof logoutScopes)[number];

/**
 * Ends sessions of a user; returns how many. Their access tokens are refused from then on, because every check reads
 * the row.
 */
export async function endSessions(
  db: AuthDatabase,
  userId: string,
  scope: LogoutScope,
  sessionId: string,
): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (scope === 'local') query = query.where('id', '=', sessionId);
  if (scope === 'others') query = query.where('id', '!=', sessionId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
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
export async function refreshSession(
  { db, settings, now }: AuthContext,
  token: string,
  client: ClientInfo,
): Promise<NewSession> {
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
        await recordEvent(tx, { userId: user.id, action: 'token_revoked', client }, moment);
        return 'stolen';
      }
      refreshToken = successors.reduce((parent, { salt }) => nextToken(parent, salt ?? ''), token);
    }
    await tx
      .updateTable('sessions')
      .set({ refreshed_at: moment, updated_at: moment, ...clientColumns(client) })
      .where('id', '=', session.id)
      .execute();
    return { user, session, refreshToken };
  });
  // Thrown after the transaction, because the end of the session must be committed.
  if (outcome === 'stolen') throw tokenUsed();
  return outcome;
}

/** The limit that a session has passed; null while it may be refreshed. */
export function passedLimitOf(
  { created_at: createdAt, refreshed_at: refreshedAt }: Pick<Session, 'created_at' | 'refreshed_at'>,
  { sessionTimebox, sessionInactivity }: AuthContext['settings'],
  moment: Date,
): 'Timebox' | 'Inactivity' | null {
  const age = (since: Date) => (moment.getTime() - since.getTime()) / 1000;
  if (sessionTimebox > 0 && age(createdAt) > sessionTimebox) return 'Timebox';
  return sessionInactivity > 0 && age(refreshedAt ?? createdAt) > sessionInactivity ? 'Inactivity' : null;
}

async function refuseExpired(
  tx: AuthDatabase,
  session: Session,
  settings: AuthContext['settings'],
  moment: Date,
): Promise<void> {
  const expired = passedLimitOf(session, settings, moment);
  if (expired !== null) throw sessionExpired(expired);
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
