import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, AuthMethod, PkceMethod } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import type { ProviderTokens } from './externalProviders.ts';
import { hashToken } from './hashToken.ts';
import type { Pkce } from './oneTimeTokens.ts';
import { beginSession, type NewSession } from './sessions.ts';
import { findUserById, isBanned, type User } from './users.ts';

/** How long a code can be exchanged. */
export const authCodeLifetimeMs = 300_000;

const contextOf = (hash: string): string => `flow_state/${hash}`;

/** A code that only the client with the verifier of the challenge can exchange for a session. */
export async function createAuthCode(
  { secretBox }: Pick<AuthContext, 'secretBox'>,
  tx: AuthDatabase,
  user: Pick<User, 'id'>,
  { pkce, amr, tokens }: { pkce: Pkce; amr: AuthMethod; tokens?: ProviderTokens },
  now: Date,
): Promise<string> {
  const authCode = randomUUID();
  const hash = hashToken(authCode);
  await tx
    .insertInto('flow_state')
    .values({
      auth_code_hash: hash,
      provider_tokens: tokens === undefined ? null : await secretBox.seal(JSON.stringify(tokens), contextOf(hash)),
      user_id: user.id,
      code_challenge: pkce.challenge,
      code_challenge_method: pkce.method,
      authentication_method: amr,
      auth_code_issued_at: now,
    })
    .execute();
  return authCode;
}

/** Exchanges a code for a session, once. A wrong verifier leaves the code for the client that has the right one. */
export const exchangeAuthCode = (
  { db, secretBox, now }: AuthContext,
  { authCode, verifier, client }: { authCode: string; verifier: string; client: ClientInfo },
): Promise<NewSession> =>
  db.transaction().execute(async (tx) => {
    const flow = await tx
      .selectFrom('flow_state')
      .selectAll()
      .where('auth_code_hash', '=', hashToken(authCode))
      .forUpdate()
      .executeTakeFirst();
    const user = flow && (await findUserById(tx, flow.user_id));
    if (flow === undefined || user === undefined)
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    const moment = now();
    if (moment.getTime() - flow.auth_code_issued_at.getTime() > authCodeLifetimeMs)
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!isVerifierOf(verifier, flow.code_challenge, flow.code_challenge_method))
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    if (isBanned(user, moment)) throw new AuthError(403, 'user_banned', 'User is banned');
    await tx.deleteFrom('flow_state').where('auth_code_hash', '=', flow.auth_code_hash).execute();
    const begun = await beginSession(tx, user, flow.authentication_method, client, moment);
    if (flow.provider_tokens === null) return begun;
    const providerTokens = JSON.parse(await secretBox.open(flow.provider_tokens, contextOf(flow.auth_code_hash)));
    return { ...begun, providerTokens };
  });

function isVerifierOf(verifier: string, challenge: string, method: PkceMethod): boolean {
  const derived = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [given, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
