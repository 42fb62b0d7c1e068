import { Hono } from 'hono';
import * as v from 'valibot';
import { mailNotice, phoneChangeOf } from '../accountNotices.ts';
import { parseEmail, parsePhone, requireSmsChannel } from '../addresses.ts';
import { recordEvent } from '../audit.ts';
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
import type { AuthDatabase } from '../auth.tables.ts';
import type { AuthContext } from '../authContext.ts';
import type { LiveSession } from '../authenticate.ts';
import { consumeNonce } from '../consumeNonce.ts';
import { describeUser } from '../describeUser.ts';
import { limitMail, mailEmailChange } from '../mailTokens.ts';
import { clearTokens, emailChangeKinds } from '../oneTimeTokens.ts';
import { requireAcceptablePassword } from '../passwordRules.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { requireRecentProof } from '../recentProof.ts';
import { endRecovery, endSessions, isRecoverySession, logoutScopes, type LogoutScope } from '../sessions.ts';
import { limitSms, limitSmsTo, requireSmsSender, sendCode } from '../smsCodes.ts';
import {
  emailTaken,
  findUserByAddress,
  lockUser,
  phoneTaken,
  updateUser,
  userGone,
  type Address,
  type User,
  type UserChanges,
} from '../users.ts';

const userSchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.optional(v.nullable(v.string())),
  current_password: optionalText,
  data: optionalObject,
  app_metadata: v.optional(v.unknown()),
  nonce: optionalText,
  channel: optionalText,
  ...pkceEntries,
});

const refuse = (code: string, message: string, status: 400 | 401 | 403 | 422 = 422) =>
  new AuthError(status, code, message);

export function userRoutes(context: AuthContext) {
  const { db, settings, now } = context;
  const session = requireSession(context);
  return new Hono<AuthEnv>()
    .get('/user', session, async (c) => c.json(await describeUser(db, c.var.live.user)))
    .put('/user', session, async (c) => {
      await takeFromBucket(c, context, 'user', fiveMinuteLimit(settings.signupRateLimit));
      const body = await readAuthBody(c, userSchema);
      const {
        user,
        session: { id: sessionId },
      } = c.var.live;
      const client = clientOf(c);
      const email = body.email === '' ? undefined : parseEmail(body.email);
      const phone = body.phone === '' ? undefined : parsePhone(body.phone);
      const link = linkOf(c, context, body);
      if (body.app_metadata !== undefined && body.app_metadata !== null)
        throw refuse('not_admin', 'Updating app_metadata requires admin privileges', 403);
      if (phone !== undefined && !settings.phoneEnabled)
        throw refuse('phone_provider_disabled', 'Phone logins are disabled');
      const password = body.password ?? undefined;
      if (password !== undefined && user.is_anonymous && email === undefined && phone === undefined) {
        throw refuse(
          'validation_failed',
          'Updating password of an anonymous user without an email or phone is not allowed',
        );
      }
      if (user.is_sso_user && [email, phone, password].some((change) => change !== undefined)) {
        throw refuse('user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO');
      }
      const changesSignIn =
        password !== undefined ||
        (email !== undefined && email !== user.email) ||
        (phone !== undefined && phone !== user.phone);
      if (changesSignIn && c.var.live.awaitsFactor) {
        throw refuse(
          'insufficient_aal',
          'AAL2 session is required to update email or password when MFA is enabled.',
          401,
        );
      }
      // Each of them signs in, and proves who the user is: a device that was left open is not enough to change it.
      if (changesSignIn && !user.is_anonymous && !(await mayResetPassword(context, c.var.live, { email, phone })))
        await requireRecentProof(context, c.var.live);
      const aud = audienceOf(c, context);
      const newEmail = await newAddress(db, user, email === undefined ? undefined : { kind: 'email', email }, aud);
      const newPhone = await newAddress(db, user, phone === undefined ? undefined : { kind: 'phone', phone }, aud);
      const passwordHash =
        password === undefined ? undefined : await newPasswordHash(context, c.var.live, { ...body, password });

      // An anonymous user has nothing to lose by a wrong address.
      const isTakenAtOnce = user.is_anonymous && settings.autoconfirm;
      const pendingEmail = newEmail?.kind === 'email' && !isTakenAtOnce ? newEmail.email : undefined;
      // Before the other changes, so that a mail that cannot be sent changes nothing.
      if (pendingEmail !== undefined) {
        await limitMail(context, 'email change', user.email ?? user.id);
        await mailEmailChange(context, user, pendingEmail, link);
      }
      const pendingPhone = newPhone?.kind === 'phone' && !settings.phoneAutoconfirm ? newPhone.phone : undefined;
      if (pendingPhone !== undefined) {
        requireSmsChannel(body.channel);
        requireSmsSender(context);
        // By both: many users must not have SMS sent to one number, nor one user to many.
        await limitSmsTo(context, 'phone_change', user.id);
        await limitSms(context, 'phone_change', pendingPhone);
        await sendCode(context, { kind: 'phone_change', phone: pendingPhone, user, client });
      }
      const changes: UserChanges = {
        data: body.data,
        ...(newEmail?.kind === 'email' && isTakenAtOnce ? { email: newEmail.email } : {}),
        ...(newPhone?.kind === 'phone' && pendingPhone === undefined ? { phone: newPhone.phone } : {}),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      };
      const updated = await db.transaction().execute(async (tx) => {
        // Read again under the lock: two concurrent changes would otherwise overwrite each other's metadata.
        const current = await lockUser(tx, user.id);
        if (current === undefined) throw userGone();
        if (passwordHash !== undefined) {
          await recordEvent(tx, { userId: user.id, action: 'user_updated_password', client }, now());
          await endSessions(tx, user.id, 'others', sessionId);
          if (context.guardsAccounts) await endRecovery(tx, sessionId);
          await clearTokens(tx, user.id, [
            ...(pendingEmail === undefined ? [] : emailChangeKinds),
            ...(pendingPhone === undefined ? [] : ['phone_change' as const]),
          ]);
        }
        if (changes.phone !== undefined || changes.email !== undefined || Object.keys(body.data).length > 0)
          await recordEvent(tx, { userId: user.id, action: 'user_modified', client }, now());
        return await updateUser(tx, current, changes, now());
      });
      const { log } = c.var;
      if (passwordHash !== undefined) void mailNotice(context, { user, change: 'password changed', log });
      if (changes.phone !== undefined) void mailNotice(context, { user, change: phoneChangeOf(user.phone), log });
      return c.json(await describeUser(db, updated));
    })
    .post('/logout', session, async (c) => {
      const scope = c.req.query('scope') ?? 'global';
      if (!isLogoutScope(scope)) throw refuse('validation_failed', `Unsupported logout scope "${scope}"`, 400);
      const { user, session: current } = c.var.live;
      await db.transaction().execute(async (tx) => {
        await endSessions(tx, user.id, scope, current.id);
        await recordEvent(tx, { userId: user.id, action: 'logout', client: clientOf(c), details: { scope } }, now());
      });
      return c.body(null, 204);
    });
}

const isLogoutScope = (scope: string): scope is LogoutScope => logoutScopes.some((known) => known === scope);

/** An address that is new for this user and not taken; undefined when nothing changes. */
async function newAddress(
  db: AuthDatabase,
  user: User,
  address: Address | undefined,
  aud: string,
): Promise<Address | undefined> {
  if (address === undefined || (address.kind === 'email' ? address.email === user.email : address.phone === user.phone))
    return undefined;
  const owner = await findUserByAddress(db, address, aud);
  if (owner !== undefined) throw address.kind === 'email' ? emailTaken() : phoneTaken();
  return address;
}

/** A session has to be younger than this to change the password without a code. */
const recentSessionMs = 24 * 60 * 60_000;

const isOlderThanADay = ({ now }: AuthContext, { session }: LiveSession): boolean =>
  now().getTime() - session.created_at.getTime() > recentSessionMs;

/** The session began with a recovery mail, which allows one new password and nothing else. */
const mayResetPassword = async (
  context: AuthContext,
  live: LiveSession,
  { email, phone }: { email: string | undefined; phone: string | undefined },
): Promise<boolean> =>
  email === undefined &&
  phone === undefined &&
  !isOlderThanADay(context, live) &&
  (await isRecoverySession(context.db, live.session.id));

async function newPasswordHash(
  context: AuthContext,
  live: LiveSession,
  { password, nonce, current_password: currentPassword }: { password: string; nonce: string; current_password: string },
): Promise<string> {
  const { settings } = context;
  const { user, session } = live;
  if (settings.requireReauthentication && isOlderThanADay(context, live)) {
    if (nonce === '') throw refuse('reauthentication_needed', 'Password update requires reauthentication', 400);
    if (!(await consumeNonce(context, user, nonce)))
      throw refuse('reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  if (
    settings.requireCurrentPassword &&
    user.encrypted_password !== null &&
    !(await isRecoverySession(context.db, session.id))
  ) {
    if (currentPassword === '')
      throw refuse('current_password_required', 'Current password required when setting new password.', 400);
    if (!(await verifyPassword(currentPassword, user.encrypted_password)))
      throw refuse('current_password_invalid', 'Current password required when setting new password.', 400);
  }
  requireAcceptablePassword(password, settings);
  if (user.encrypted_password !== null && (await verifyPassword(password, user.encrypted_password))) {
    throw refuse('same_password', 'New password should be different from the old password.');
  }
  return await hashPassword(password);
}
