import { Hono } from 'hono';
import * as v from 'valibot';
import { parseAddress, refuseTwoAddresses, requireProvider, requireSmsChannel } from '../addresses.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  fiveMinuteLimit,
  hourlyLimit,
  linkOf,
  optionalObject,
  optionalText,
  pkceEntries,
  readAuthBody,
  readPkce,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { requireCaptcha } from '../captcha.ts';
import { requireAcceptablePassword } from '../passwordRules.ts';
import { describeSession } from '../sessions.ts';
import { requireOpenSignup, signUp, signUpUnconfirmed } from '../signup.ts';

const signupSchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalObject,
  channel: optionalText,
  ...pkceEntries,
});

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

export const signupRoutes = (context: AuthContext) =>
  new Hono<AuthEnv>().post('/signup', requireCaptcha(context), async (c) => {
    const { settings } = context;
    const body = await readAuthBody(c, signupSchema);
    const isAnonymous = body.email === '' && body.phone === '';
    if (isAnonymous && !settings.anonymousEnabled)
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    await takeFromBucket(
      c,
      context,
      isAnonymous ? 'anonymous' : 'signup',
      isAnonymous ? hourlyLimit(settings.anonymousRateLimit) : fiveMinuteLimit(settings.signupRateLimit),
    );
    await requireOpenSignup(context);
    if (!isAnonymous) {
      if (body.password === '') throw invalid('Signup requires a valid password');
      requireAcceptablePassword(body.password, settings);
      refuseTwoAddresses(body);
      if (body.phone !== '') requireSmsChannel(body.channel);
      if (body.phone !== '' && body.code_challenge !== '') throw invalid('PKCE not supported for phone signups');
      readPkce(body);
      requireProvider(body, settings, 400);
    }
    const address = isAnonymous ? null : parseAddress(body);
    const isAutoconfirmed = address?.kind === 'email' ? settings.autoconfirm : settings.phoneAutoconfirm;
    if (address !== null && !isAutoconfirmed) {
      const { password, data } = body;
      const link = linkOf(c, context, body);
      return c.json(await signUpUnconfirmed(context, { address, password, data, aud: audienceOf(c, context), link }));
    }
    return c.json(
      await describeSession(
        context,
        await signUp(context, {
          address,
          password: isAnonymous ? null : body.password,
          data: body.data,
          aud: audienceOf(c, context),
          client: clientOf(c),
        }),
      ),
    );
  });
