import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import { parseEmail, parsePhone, refuseTwoAddresses, requireProvider, requireSmsChannel } from '../addresses.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  fiveMinuteLimit,
  linkOf,
  optionalObject,
  optionalText,
  pkceEntries,
  readAuthBody,
  requireSession,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { requireCaptcha } from '../captcha.ts';
import { limitAllMails, limitMail, limitMailTo, mailEmailChange, mailToken } from '../mailTokens.ts';
import { createUnconfirmed, isSignupOpen } from '../signup.ts';
import { limitAllSms, limitSms, limitSmsTo, requireSmsSender, sendCode } from '../smsCodes.ts';
import { findUserByAddress, findUserByNewPhone, type User } from '../users.ts';

const recoverSchema = v.object({ email: optionalText, ...pkceEntries });
const otpSchema = v.object({
  email: optionalText,
  phone: optionalText,
  create_user: v.optional(
    v.pipe(
      v.nullable(v.boolean()),
      v.transform((create) => create ?? true),
    ),
    true,
  ),
  data: optionalObject,
  channel: optionalText,
  ...pkceEntries,
});
const resendSchema = v.object({ type: optionalText, email: optionalText, phone: optionalText, ...pkceEntries });

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/**
 * Requests for mails and SMS. Their answers, and the work behind them, are the same whether or not a user has the
 * address, except where a client asks not to create one.
 */
export function mailRoutes(context: AuthContext) {
  const { settings } = context;
  const captcha = requireCaptcha(context);
  const limited = async (c: Context<AuthEnv>, kind: string) =>
    await takeFromBucket(c, context, kind, fiveMinuteLimit(settings.signupRateLimit));
  return new Hono<AuthEnv>()
    .post('/recover', captcha, async (c) => {
      await limited(c, 'recover');
      const body = await readAuthBody(c, recoverSchema);
      if (body.email === '') throw invalid('Password recovery requires an email');
      requireProvider({ email: body.email, phone: '' }, settings, 400);
      const link = linkOf(c, context, body);
      const email = parseEmail(body.email);
      await limitMail(context, 'recovery', email);
      const user = await findUserByAddress(context.db, { kind: 'email', email }, audienceOf(c, context));
      await mailToken(context, { mail: 'recovery', kind: 'recovery', sentTo: email, user, ...link });
      return c.json({});
    })
    .post('/otp', captcha, async (c) => {
      await limited(c, 'otp');
      const body = await readAuthBody(c, otpSchema);
      refuseTwoAddresses(body);
      if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set');
      if (body.email !== '' && body.channel !== '')
        throw invalid('Channel should only be specified with a phone number');
      requireProvider(body, settings, 422);
      const link = linkOf(c, context, body);
      if (body.email === '') return c.json(await sendSignInCode(c, context, { ...body, createUser: body.create_user }));
      await mailSignInLink(c, context, { ...body, createUser: body.create_user, link });
      return c.json({});
    })
    .post('/magiclink', captcha, async (c) => {
      await limited(c, 'magiclink');
      const body = await readAuthBody(c, otpSchema);
      if (body.email === '') throw new AuthError(422, 'validation_failed', 'A magic link requires an email');
      requireProvider(body, settings, 422);
      await mailSignInLink(c, context, { ...body, createUser: true, link: linkOf(c, context, body) });
      return c.json({});
    })
    .post('/resend', captcha, async (c) => {
      await limited(c, 'resend');
      const body = await readAuthBody(c, resendSchema);
      return c.json(await resend(c, context, body));
    })
    .get('/reauthenticate', requireSession(context), async (c) => {
      const { user } = c.var.live;
      if (user.email === null) {
        const { phone } = user;
        if (phone === null) throw invalid('Reauthentication requires the user to have an email or a phone number');
        if (user.phone_confirmed_at === null)
          throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
        return c.json(await textCode(context, { kind: 'reauthentication', phone, user, client: clientOf(c) }));
      }
      if (user.email_confirmed_at === null)
        throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
      await limitMail(context, 'reauthentication', user.email);
      await mailToken(context, {
        mail: 'reauthentication',
        kind: 'reauthentication',
        sentTo: user.email,
        user,
        redirectTo: settings.siteUrl,
        pkce: null,
        client: clientOf(c),
      });
      return c.json({});
    });
}

type Message = { message_id?: string };

/** Limits and sends a code; the answer names the message as the provider does. */
async function textCode(context: AuthContext, request: Parameters<typeof sendCode>[1]): Promise<Message> {
  requireSmsSender(context);
  await limitSms(context, request.kind, request.phone);
  const id = await sendCode(context, request);
  return id === undefined ? {} : { message_id: id };
}

interface SignInCode {
  phone: string;
  channel: string;
  createUser: boolean;
  data: Readonly<Record<string, unknown>>;
}

/** Sends a code that signs in. A new or unconfirmed user confirms the number with it. */
async function sendSignInCode(
  c: Context<AuthEnv>,
  context: AuthContext,
  { phone: given, channel, createUser, data }: SignInCode,
): Promise<Message> {
  const phone = parsePhone(given);
  requireSmsChannel(channel);
  requireSmsSender(context);
  await limitSmsTo(context, 'sms', phone);
  const [aud, client] = [audienceOf(c, context), clientOf(c)];
  const known = await findUserByAddress(context.db, { kind: 'phone', phone }, aud);
  if (known === undefined && !createUser) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  await limitAllSms(context);
  // Closed sign-ups must not tell which numbers have users; the id of a message would.
  const isOpen = await isSignupOpen(context);
  const isNew = known === undefined && isOpen;
  const user = isNew
    ? await createUnconfirmed(context, { address: { kind: 'phone', phone }, passwordHash: null, data, aud, client })
    : known;
  try {
    const id = await sendCode(context, { kind: 'sms', phone, user, client });
    return id === undefined || !isOpen ? {} : { message_id: id };
  } catch (error) {
    if (isNew && user !== undefined) await context.db.deleteFrom('users').where('id', '=', user.id).execute();
    throw error;
  }
}

interface SignInLink {
  email: string;
  createUser: boolean;
  data: Readonly<Record<string, unknown>>;
  link: ReturnType<typeof linkOf>;
}

/** Mails a link that signs in. A new or unconfirmed user confirms the address with it. */
async function mailSignInLink(
  c: Context<AuthEnv>,
  context: AuthContext,
  { email: given, createUser, data, link }: SignInLink,
): Promise<void> {
  const { db, settings } = context;
  const email = parseEmail(given);
  const aud = audienceOf(c, context);
  await limitMailTo(context, 'magic link', email);
  const known = await findUserByAddress(db, { kind: 'email', email }, aud);
  if (known === undefined && !createUser) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  await limitAllMails(context);
  // Closed sign-ups must not tell which addresses have users.
  const isNew = known === undefined && (await isSignupOpen(context));
  const user = isNew
    ? await createUnconfirmed(context, {
        address: { kind: 'email', email },
        passwordHash: null,
        data,
        aud,
        client: link.client,
      })
    : known;
  const isConfirmation = !settings.autoconfirm && user?.email_confirmed_at === null;
  try {
    await mailToken(context, {
      // A failure says the same of every address: which mail it was would tell whether a user has it.
      mail: 'magic link',
      kind: isConfirmation ? 'confirmation' : 'magic_link',
      sentTo: email,
      user,
      ...link,
    });
  } catch (error) {
    if (isNew && user !== undefined) await db.deleteFrom('users').where('id', '=', user.id).execute();
    throw error;
  }
}

async function resend(
  c: Context<AuthEnv>,
  context: AuthContext,
  body: v.InferOutput<typeof resendSchema>,
): Promise<Message> {
  const { settings } = context;
  const link = linkOf(c, context, body);
  switch (body.type) {
    case 'signup':
    case 'email_change': {
      if (body.email === '') throw invalid('Type provided requires an email address');
      refuseTwoAddresses(body);
      requireProvider(body, settings, 400);
      const email = parseEmail(body.email);
      const mail = body.type === 'signup' ? 'confirmation' : 'email change';
      await limitMail(context, mail, email);
      const known = await findUserByAddress(context.db, { kind: 'email', email }, audienceOf(c, context));
      if (mail === 'email change' && known !== undefined && known.new_email !== null) {
        await mailEmailChange(context, known, known.new_email, link);
        return {};
      }
      const isWaiting = (user: User) => mail === 'confirmation' && user.email_confirmed_at === null;
      const user = known !== undefined && isWaiting(known) ? known : undefined;
      await mailToken(context, { mail, kind: 'confirmation', sentTo: email, user, ...link });
      return {};
    }
    case 'sms':
    case 'phone_change': {
      if (body.phone === '') throw invalid('Type provided requires a phone number');
      refuseTwoAddresses(body);
      requireProvider(body, settings, 400);
      return await resendCode(c, context, body.type, parsePhone(body.phone));
    }
    default:
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
}

/** The answer is the same whether or not a code is waited for; the id of a message would tell. */
async function resendCode(
  c: Context<AuthEnv>,
  context: AuthContext,
  type: 'sms' | 'phone_change',
  given: string,
): Promise<Message> {
  const [aud, client] = [audienceOf(c, context), clientOf(c)];
  if (type === 'phone_change') {
    const user = await findUserByNewPhone(context.db, given, aud);
    await textCode(context, { kind: type, phone: user?.new_phone ?? given, user, client });
    return {};
  }
  const known = await findUserByAddress(context.db, { kind: 'phone', phone: given }, aud);
  const user = known?.phone_confirmed_at === null ? known : undefined;
  await textCode(context, { kind: 'phone_confirmation', phone: given, user, client });
  return {};
}
