import {
  proofLifetimeMs,
  verificationNeeded,
  type Proof,
  type ProofMethod,
  type ProofState,
} from '../../src/contract/accounts/verification.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import { hourlyLimit } from './auth.http.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { LiveSession } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import { consumeNonce } from './consumeNonce.ts';
import { verifyPassword } from './passwords.ts';
import { findUserById, userGone, type User } from './users.ts';

interface GivenProof {
  userId: string;
  sessionId: string;
  proof: Proof;
  client: ClientInfo;
}

/** Proofs that the user of a session is still who signed in, for actions that a thief of the session must not take. */
export interface RecentProofs {
  /** Whether the session has a recent proof, and how the user gives one. */
  read(userId: string, sessionId: string): Promise<ProofState>;
  /** Takes a password or the code of an email; throws an `AuthError` if it is wrong. */
  accept(given: GivenProof): Promise<void>;
}

/** With a second factor, nothing less proves who the user is. */
async function methodOf(db: AuthDatabase, user: User): Promise<ProofMethod> {
  const factor = await db
    .selectFrom('mfa_factors')
    .select('id')
    .where('user_id', '=', user.id)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst();
  if (factor !== undefined) return 'totp';
  return user.encrypted_password === null ? 'email' : 'password';
}

/** Whether a way to authenticate was used in the session within the lifetime of a proof; `totp` alone where asked. */
async function hasRecentProof(
  db: AuthDatabase,
  sessionId: string,
  { onlyTotp, now }: { onlyTotp: boolean; now: Date },
): Promise<boolean> {
  const recent = await db
    .selectFrom('mfa_amr_claims')
    .select('method')
    .where('session_id', '=', sessionId)
    .where('updated_at', '>', new Date(now.getTime() - proofLifetimeMs))
    .$if(onlyTotp, (query) => query.where('method', '=', 'totp'))
    .limit(1)
    .executeTakeFirst();
  return recent !== undefined;
}

/** Throws unless the user of a session has just proved who they are, where the service asks for that. */
export async function requireRecentProof(
  context: AuthContext,
  { user, session }: LiveSession,
  db: AuthDatabase = context.db,
): Promise<void> {
  if (!context.guardsAccounts) return;
  const onlyTotp = (await methodOf(db, user)) === 'totp';
  if (await hasRecentProof(db, session.id, { onlyTotp, now: context.now() })) return;
  throw new AuthError(422, verificationNeeded, 'Confirm that it is you to continue.');
}

export const createRecentProofs = (context: AuthContext): RecentProofs => ({
  async read(userId, sessionId) {
    const { db, now } = context;
    const user = await findUserById(db, userId);
    if (user === undefined) throw userGone();
    const method = await methodOf(db, user);
    const recent = await hasRecentProof(db, sessionId, { onlyTotp: method === 'totp', now: now() });
    return { recent, method };
  },
  async accept({ userId, sessionId, proof, client }) {
    const { db, now, rateLimiter, settings } = context;
    // Counted before it is judged, wherever it comes from.
    const retryAfter = await rateLimiter.take(`auth:code:proof:${userId}`, hourlyLimit(settings.codeRateLimit));
    if (retryAfter > 0)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter });
    const user = await findUserById(db, userId);
    if (user === undefined) throw userGone();
    const isRight =
      proof.method === 'password'
        ? await verifyPassword(proof.password, user.encrypted_password)
        : await consumeNonce(context, user, proof.code);
    if (!isRight) {
      await recordEvent(db, { userId, action: 'login_failed', client, details: { reauthentication: true } }, now());
      throw proof.method === 'password'
        ? new AuthError(400, 'current_password_invalid', 'Incorrect password')
        : new AuthError(422, 'reauthentication_not_valid', 'This code is invalid or has expired');
    }
    const moment = now();
    await db
      .insertInto('mfa_amr_claims')
      .values({ session_id: sessionId, method: proof.method === 'password' ? 'password' : 'otp', updated_at: moment })
      .onConflict((older) => older.columns(['session_id', 'method']).doUpdateSet({ updated_at: moment }))
      .execute();
  },
});
