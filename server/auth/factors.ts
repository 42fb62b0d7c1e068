import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import { hourlyLimit } from './auth.http.ts';
import type { AuthDatabase, FactorsTable } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { LiveSession } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import { requireRecentProof } from './recentProof.ts';
import { raiseSession, type NewSession } from './sessions.ts';
import { createTotp, stepOf, type TotpEnrollment } from './totp.ts';
import { lockUser, userGone, type User } from './users.ts';

type Factor = Selectable<FactorsTable>;

/** Longer names fit into no authenticator app and no list. */
export const factorNameMaxLength = 100;

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
const secretContext = (factorId: string): string => `mfa_factors/${factorId}`;

interface EnrollRequest {
  friendlyName: string;
  /** Shown in the authenticator app. */
  issuer: string;
  client: ClientInfo;
}

interface EnrolledFactor {
  id: string;
  friendlyName: string;
  totp: TotpEnrollment;
}

/** Adds a factor that counts once its first code was verified. */
export async function enrollFactor(
  context: AuthContext,
  live: LiveSession,
  { friendlyName, issuer, client }: EnrollRequest,
): Promise<EnrolledFactor> {
  const { db, secretBox, settings, now } = context;
  const id = randomUUID();
  const { user } = live;
  const totp = createTotp({ issuer, label: user.email ?? user.phone ?? user.id });
  const secret = await secretBox.seal(totp.secret, secretContext(id));
  await db.transaction().execute(async (tx) => {
    await requireUser(tx, user);
    const moment = now();
    await deleteExpired(tx, user.id, moment, settings);
    const existing = await tx
      .selectFrom('mfa_factors')
      .select(['friendly_name', 'status'])
      .where('user_id', '=', user.id)
      .execute();
    if (live.session.aal === 'aal1' && existing.some(({ status }) => status === 'verified'))
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    // Once it is verified, only its codes prove who the user is.
    await requireRecentProof(context, live, tx);
    if (existing.length >= settings.mfaMaxFactors) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    }
    if (existing.some(({ friendly_name: name }) => name === friendlyName)) {
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendlyName}" for this user already exists`,
      );
    }
    await tx
      .insertInto('mfa_factors')
      .values({
        id,
        user_id: user.id,
        friendly_name: friendlyName,
        factor_type: 'totp',
        status: 'unverified',
        secret,
        last_step: null,
        last_challenged_at: null,
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    await recordEvent(
      tx,
      { userId: user.id, action: 'factor_in_progress', client, details: { factor_id: id } },
      moment,
    );
  });
  return { id, friendlyName, totp };
}

/** A secret that was shown and never used may be seen by another user, so it does not stay valid. */
async function deleteExpired(
  tx: AuthDatabase,
  userId: string,
  moment: Date,
  settings: AuthContext['settings'],
): Promise<void> {
  await tx
    .deleteFrom('mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', secondsBefore(moment, settings.mfaFactorExpiry))
    .execute();
}

const secondsBefore = (moment: Date, seconds: number): Date => new Date(moment.getTime() - seconds * 1000);

async function requireUser(tx: AuthDatabase, { id }: Pick<User, 'id'>): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined) throw userGone();
  return user;
}

/** The user's own factor; another user's looks like none. */
async function requireFactor(
  db: AuthDatabase,
  { settings, now }: Pick<AuthContext, 'settings' | 'now'>,
  userId: string,
  factorId: string,
): Promise<Factor> {
  const factor = await db
    .selectFrom('mfa_factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isExpired =
    factor?.status === 'unverified' && factor.created_at < secondsBefore(now(), settings.mfaFactorExpiry);
  if (factor === undefined || isExpired) throw factorNotFound();
  return factor;
}

interface Challenge {
  id: string;
  expiresAt: Date;
}

/** Begins a verification, which only the same client may finish. */
export const challengeFactor = (
  context: AuthContext,
  user: User,
  factorId: string,
  { ip }: { ip: string },
): Promise<Challenge> =>
  context.db.transaction().execute(async (tx) => {
    const { settings, now } = context;
    await requireUser(tx, user);
    const factor = await requireFactor(tx, context, user.id, factorId);
    const moment = now();
    const expired = secondsBefore(moment, settings.mfaChallengeExpiry);
    await tx
      .deleteFrom('mfa_challenges')
      .where('factor_id', '=', factor.id)
      .where('created_at', '<', expired)
      .execute();
    const id = randomUUID();
    await tx
      .insertInto('mfa_challenges')
      .values({ id, factor_id: factor.id, ip, verified_at: null, created_at: moment })
      .execute();
    await tx.updateTable('mfa_factors').set({ last_challenged_at: moment }).where('id', '=', factor.id).execute();
    return { id, expiresAt: new Date(moment.getTime() + settings.mfaChallengeExpiry * 1000) };
  });

interface VerifyFactorRequest {
  factorId: string;
  challengeId: string;
  code: string;
  client: ClientInfo;
}

/**
 * Verifies a code and raises the session to aal2. Each try is counted before it is judged, wherever it comes from, and
 * a code that was accepted is never accepted again.
 */
export async function verifyFactor(
  context: AuthContext,
  { user, session }: LiveSession,
  { factorId, challengeId, code, client }: VerifyFactorRequest,
): Promise<NewSession> {
  const { db, secretBox, settings, rateLimiter, now } = context;
  const known = await requireFactor(db, context, user.id, factorId);
  const retryAfter = await rateLimiter.take(`auth:code:factor:${known.id}`, hourlyLimit(settings.codeRateLimit));
  if (retryAfter > 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter });
  const secret = await secretBox.open(known.secret, secretContext(known.id));
  const details = { factor_id: known.id };
  const begun = await db.transaction().execute(async (tx): Promise<NewSession | null> => {
    const owner = await requireUser(tx, user);
    const factor = await requireFactor(tx, context, user.id, factorId);
    const moment = now();
    const challenge = await tx
      .selectFrom('mfa_challenges')
      .select(['id', 'ip', 'verified_at', 'created_at'])
      .where('id', '=', challengeId)
      .where('factor_id', '=', factor.id)
      .executeTakeFirst();
    if (challenge === undefined)
      throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    if (challenge.verified_at !== null || challenge.ip !== client.ip)
      throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
    if (challenge.created_at < secondsBefore(moment, settings.mfaChallengeExpiry)) {
      throw new AuthError(
        422,
        'mfa_challenge_expired',
        `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
      );
    }
    const step = stepOf(code, secret, moment);
    if (step === null || step <= Number(factor.last_step ?? -1)) {
      await recordEvent(tx, { userId: user.id, action: 'factor_code_failed', client, details }, moment);
      return null;
    }
    await recordEvent(tx, { userId: user.id, action: 'factor_verified', client, details }, moment);
    await tx.updateTable('mfa_challenges').set({ verified_at: moment }).where('id', '=', challenge.id).execute();
    await tx
      .updateTable('mfa_factors')
      .set({ status: 'verified', last_step: String(step), updated_at: moment })
      .where('id', '=', factor.id)
      .execute();
    await tx
      .deleteFrom('mfa_factors')
      .where('user_id', '=', user.id)
      .where('factor_type', '=', factor.factor_type)
      .where('status', '=', 'unverified')
      .execute();
    return await raiseSession(tx, owner, { sessionId: session.id, factorId: factor.id, method: 'totp' }, moment);
  });
  // Thrown after the transaction, because the event must be committed.
  if (begun === null) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  return begun;
}

/** Removes a factor; sessions that were verified with it are worth as much as before. */
export const unenrollFactor = (
  context: AuthContext,
  live: LiveSession,
  { factorId, client }: { factorId: string; client: ClientInfo },
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { user, session } = live;
    await requireUser(tx, user);
    const factor = await requireFactor(tx, context, user.id, factorId);
    if (factor.status === 'verified' && session.aal === 'aal1')
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    const moment = context.now();
    if (factor.status === 'verified') await requireRecentProof(context, live, tx);
    await deleteFactor(tx, factor, moment);
    await recordEvent(
      tx,
      { userId: user.id, action: 'factor_unenrolled', client, details: { factor_id: factor.id } },
      moment,
    );
  });

/** Deletes a factor inside the caller's transaction, which has locked its user. */
export async function deleteFactor(
  tx: AuthDatabase,
  { id, factor_type: method }: Pick<Factor, 'id' | 'factor_type'>,
  moment: Date,
): Promise<void> {
  await tx
    .deleteFrom('mfa_amr_claims')
    .where('method', '=', method)
    .where('session_id', 'in', (verified) => verified.selectFrom('sessions').select('id').where('factor_id', '=', id))
    .execute();
  await tx.updateTable('sessions').set({ aal: 'aal1', updated_at: moment }).where('factor_id', '=', id).execute();
  await tx.deleteFrom('mfa_factors').where('id', '=', id).execute();
}
