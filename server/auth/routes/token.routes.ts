import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import { lookupAddress, refuseTwoAddresses, requireProvider } from '../addresses.ts';
import { recordEvent } from '../audit.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  fiveMinuteLimit,
  optionalText,
  readAuthBody,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { requireLiveSession, type LiveSession } from '../authenticate.ts';
import { requireCaptcha } from '../captcha.ts';
import type { ClientInfo } from '../clientInfo.ts';
import { exchangeAuthCode } from '../flowState.ts';
import { requireLinkingAllowed } from '../identities.ts';
import { signInWithIdToken } from '../idTokenGrant.ts';
import { weaknessOf } from '../passwordRules.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../passwords.ts';
import { beginSession, describeSession, refreshSession, type NewSession } from '../sessions.ts';
import { findUserByAddress, isBanned, type Address } from '../users.ts';

const passwordGrantSchema = v.object({ email: optionalText, phone: optionalText, password: optionalText });
const refreshGrantSchema = v.object({ refresh_token: optionalText });
const idTokenGrantSchema = v.object({
  id_token: optionalText,
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  nonce: optionalText,
  link_identity: v.optional(v.nullable(v.boolean())),
});
const pkceGrantSchema = v.object({ auth_code: optionalText, code_verifier: optionalText });

const isPasswordGrant = ({ grant_type: type }: Readonly<Record<string, string>>) => type === 'password';

export const tokenRoutes = (context: AuthContext) =>
  new Hono<AuthEnv>().post('/token', requireCaptcha(context, isPasswordGrant), async (c) => {
    const { settings } = context;
    await takeFromBucket(c, context, 'token', fiveMinuteLimit(settings.tokenRateLimit));
    switch (c.req.query('grant_type')) {
      case 'password': {
        const body = await readAuthBody(c, passwordGrantSchema);
        refuseTwoAddresses(body);
        if (body.email === '' && body.phone === '')
          throw new AuthError(400, 'validation_failed', 'missing email or phone');
        requireProvider(body, settings, 422);
        const begun = await signIn(context, lookupAddress(body), body.password, audienceOf(c, context), clientOf(c));
        const weakness = weaknessOf(body.password, settings);
        return c.json({
          ...(await describeSession(context, begun)),
          ...(weakness === null ? {} : { weak_password: weakness }),
        });
      }
      case 'refresh_token': {
        const { refresh_token: token } = await readAuthBody(c, refreshGrantSchema);
        try {
          return c.json(await describeSession(context, await refreshSession(context, token, clientOf(c))));
        } catch (error) {
          if (error instanceof AuthError && error.code === 'refresh_token_already_used')
            c.var.log.warn('refresh token reused: session ended');
          throw error;
        }
      }
      case 'pkce': {
        const { auth_code: authCode, code_verifier: verifier } = await readAuthBody(c, pkceGrantSchema);
        if (authCode === '' || verifier === '')
          throw new AuthError(
            400,
            'validation_failed',
            'invalid request: both auth code and code verifier should be non-empty',
          );
        const begun = await exchangeAuthCode(context, { authCode, verifier, client: clientOf(c) });
        return c.json(await describeSession(context, begun));
      }
      case 'id_token': {
        const body = await readAuthBody(c, idTokenGrantSchema);
        const live = body.link_identity === true ? await requireLinkingSession(c, context) : null;
        const begun = await signInWithIdToken(context, {
          idToken: body.id_token,
          provider: body.provider,
          clientId: body.client_id,
          issuer: body.issuer,
          nonce: body.nonce,
          aud: audienceOf(c, context),
          client: clientOf(c),
          link: live === null ? null : { userId: live.user.id, sessionId: live.session.id },
          log: c.var.log,
        });
        return c.json(await describeSession(context, begun));
      }
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });

async function requireLinkingSession(c: Context<AuthEnv>, context: AuthContext): Promise<LiveSession> {
  const live = await requireLiveSession(context, c.req.header('Authorization'));
  await requireLinkingAllowed(context, live);
  return live;
}

/**
 * Creates a session from a password. Callers without the password cannot learn whether the address is known, banned or
 * unconfirmed.
 */
async function signIn(
  context: AuthContext,
  address: Address,
  password: string,
  aud: string,
  client: ClientInfo,
): Promise<NewSession> {
  const { db, now } = context;
  const user = await findUserByAddress(db, address, aud);
  const isRight = await verifyPassword(password, user?.encrypted_password ?? null);
  if (user === undefined || !isRight) {
    await recordEvent(db, { userId: user?.id ?? randomUUID(), action: 'login_failed', client }, now());
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(user, now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (address.kind === 'email' && user.email_confirmed_at === null)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  if (address.kind === 'phone' && user.phone_confirmed_at === null)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');

  const isOutdated = user.encrypted_password !== null && isOutdatedHash(user.encrypted_password);
  const newHash = isOutdated ? await hashPassword(password) : null;
  return await db.transaction().execute(async (tx) => {
    if (newHash !== null) {
      // Only replaces the hash that was verified: a password that was changed in the meantime stays.
      await tx
        .updateTable('users')
        .set({ encrypted_password: newHash })
        .where('id', '=', user.id)
        .where('encrypted_password', '=', user.encrypted_password)
        .execute();
    }
    return await beginSession(tx, user, 'password', client, now());
  });
}
