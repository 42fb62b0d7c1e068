import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { RateLimit } from '../../common/rateLimiter.ts';
import { AuthError } from '../auth.errors.ts';
import {
  clientOf,
  optionalText,
  pathId,
  readAuthBody,
  requireSession,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { isUuid } from '../authenticate.ts';
import { challengeFactor, enrollFactor, factorNameMaxLength, unenrollFactor, verifyFactor } from '../factors.ts';
import { describeSession } from '../sessions.ts';

const enrollSchema = v.object({ factor_type: optionalText, friendly_name: optionalText, issuer: optionalText });
const verifySchema = v.object({ challenge_id: optionalText, code: optionalText });

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** Types of factor that this service does not offer, as the reference calls them. */
const otherTypes = new Map([
  ['phone', 'Phone'],
  ['webauthn', 'WebAuthn'],
]);

const perMinute = (limit: number): RateLimit => ({ limit, windowMs: 60_000, burst: limit });

/** Anonymous users could not sign in again, so a second factor would protect nothing. */
const requireKnownUser = createMiddleware<AuthEnv>(async (c, next) => {
  if (c.var.live.user.is_anonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  await next();
});

export function factorRoutes(context: AuthContext) {
  const { settings } = context;
  const limited = createMiddleware<AuthEnv>(async (c, next) => {
    await takeFromBucket(c, context, 'factor', perMinute(settings.mfaRateLimit));
    await next();
  });
  return new Hono<AuthEnv>()
    .use('/factors/*', requireSession(context), requireKnownUser)
    .post('/factors', async (c) => {
      const body = await readAuthBody(c, enrollSchema);
      requireTotp(body.factor_type, settings);
      if ([body.friendly_name, body.issuer].some((name) => [...name].length > factorNameMaxLength))
        throw invalid(`friendly_name and issuer cannot be longer than ${factorNameMaxLength} characters`);
      const { id, friendlyName, totp } = await enrollFactor(context, c.var.live, {
        friendlyName: body.friendly_name.trim(),
        client: clientOf(c),
        issuer: body.issuer === '' ? new URL(settings.siteUrl).hostname : body.issuer,
      });
      return c.json({ id, type: 'totp', friendly_name: friendlyName, totp });
    })
    .delete('/factors/:factorId', async (c) => {
      const id = pathId(c, 'factorId', 'factor_id');
      await unenrollFactor(context, c.var.live, { factorId: id, client: clientOf(c) });
      return c.json({ id });
    })
    .post('/factors/:factorId/challenge', limited, async (c) => {
      const { id, expiresAt } = await challengeFactor(
        context,
        c.var.live.user,
        pathId(c, 'factorId', 'factor_id'),
        clientOf(c),
      );
      return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) });
    })
    .post('/factors/:factorId/verify', limited, async (c) => {
      const factorId = pathId(c, 'factorId', 'factor_id');
      const { challenge_id: challengeId, code } = await readAuthBody(c, verifySchema);
      if (!settings.mfaTotpVerify)
        throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
      if (code === '') throw invalid('Code needs to be non-empty');
      if (!isUuid(challengeId)) throw invalid('challenge_id must be an UUID');
      const begun = await verifyFactor(context, c.var.live, { factorId, challengeId, code, client: clientOf(c) });
      return c.json(await describeSession(context, begun));
    });
}

function requireTotp(type: string, settings: AuthContext['settings']): void {
  const refused = otherTypes.get(type);
  if (refused !== undefined)
    throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${refused}`);
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn');
  if (!settings.mfaTotpEnroll)
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
}
