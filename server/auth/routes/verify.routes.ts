import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import { chooseRedirect } from '../../../src/contract/auth/redirectRules.ts';
import { mailNotice, phoneChangeOf } from '../accountNotices.ts';
import { parseEmail, parsePhone, refuseTwoAddresses } from '../addresses.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  fiveMinuteLimit,
  hourlyLimit,
  optionalText,
  readAuthBody,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { hashToken } from '../hashToken.ts';
import { findTokenByCode, findTokenByLink, pkcePrefix, type OneTimeToken } from '../oneTimeTokens.ts';
import { sessionFields, withOutcome } from '../redirects.ts';
import { describeSession } from '../sessions.ts';
import { acceptedKinds, halfConfirmed, verificationTypes, verifyToken, type VerificationType } from '../verifyToken.ts';

const verifySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});
type VerifyBody = v.InferOutput<typeof verifySchema>;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);
const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

const isVerificationType = (type: string): type is VerificationType =>
  verificationTypes.some((known) => known === type);

export const verifyRoutes = (context: AuthContext) =>
  new Hono<AuthEnv>()
    .use('/verify', async (c, next) => {
      await takeFromBucket(c, context, 'verify', fiveMinuteLimit(context.settings.verifyRateLimit));
      await next();
    })
    .post('/verify', async (c) => {
      const body = await readAuthBody(c, verifySchema);
      const type = readType(body);
      const byLink = body.token_hash !== '';
      const token = byLink
        ? await findTokenByLink(context, body.token_hash, acceptedKinds[type])
        : await takeCode(c, context, type, body);
      const expired = byLink ? linkExpired : codeExpired;
      if (token === undefined) throw expired();
      const verified = await verifyToken(context, token, { client: clientOf(c), exchangesCode: false, expired });
      if (verified.outcome !== 'session') return c.json({ msg: halfConfirmed, code: '200' });
      const { begun, phoneOwner: user } = verified;
      if (user !== null) void mailNotice(context, { user, change: phoneChangeOf(user.phone), log: c.var.log });
      return c.json(await describeSession(context, begun));
    })
    .get('/verify', async (c) => {
      const { token = '', type = '', redirect_to: asked } = c.req.query();
      if (token === '' || type === '') throw invalid('Verify requires a token and a verification type');
      // Programs that check the links of a mail would use it up.
      if (c.req.method === 'HEAD') return c.body(null, 200);
      return c.redirect(
        await followLink(c, context, { token, type, target: chooseRedirect(context.settings, asked) }),
        303,
      );
    });

function readType({ type, token, token_hash: link, email, phone }: VerifyBody): VerificationType {
  if (type === '') throw invalid('Verify requires a verification type');
  if (!isVerificationType(type)) throw invalid('Invalid verification type');
  if (token === '' && link === '') throw invalid('Verify requires a token or a token hash');
  if (link !== '') {
    if (token !== '' || email !== '' || phone !== '') throw invalid('Only the token_hash and type should be provided');
    return type;
  }
  refuseTwoAddresses({ email, phone });
  if (email === '' && phone === '') throw invalid('Only an email address or phone number should be provided on verify');
  return type;
}

/** Codes are short: every try counts for the address, wherever it comes from and whether or not a user has it. */
async function takeCode(
  c: Context<AuthEnv>,
  context: AuthContext,
  type: VerificationType,
  { token: code, email, phone }: VerifyBody,
): Promise<OneTimeToken | undefined> {
  const sentTo = email === '' ? parsePhone(phone) : parseEmail(email);
  const wait = await context.rateLimiter.take(
    `auth:code:${hashToken(sentTo)}`,
    hourlyLimit(context.settings.codeRateLimit),
  );
  if (wait > 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  return await findTokenByCode(context, code, { sentTo, aud: audienceOf(c, context), kinds: acceptedKinds[type] });
}

/** Where the browser of a user who followed a link goes: to the app with a session, a code, or a refusal. */
async function followLink(
  c: Context<AuthEnv>,
  context: AuthContext,
  { token: link, type, target }: { token: string; type: string; target: string },
): Promise<string> {
  const exchangesCode = link.startsWith(pkcePrefix);
  const inBoth = (outcome: Readonly<Record<string, string>>) =>
    withOutcome(target, { fragment: outcome, ...(exchangesCode && { query: outcome }) });
  try {
    const token = isVerificationType(type) ? await findTokenByLink(context, link, acceptedKinds[type]) : undefined;
    if (token === undefined) throw linkExpired();
    const verified = await verifyToken(context, token, { client: clientOf(c), exchangesCode, expired: linkExpired });
    switch (verified.outcome) {
      case 'halfConfirmed':
        return inBoth({ message: halfConfirmed });
      case 'code':
        return withOutcome(target, { query: { code: verified.authCode } });
      case 'session': {
        const session = await describeSession(context, verified.begun);
        return withOutcome(target, { fragment: { ...sessionFields(session), type } });
      }
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return inBoth({ error: 'access_denied', error_code: error.code, error_description: error.message });
  }
}
