import { Hono } from 'hono';
import * as v from 'valibot';
import { parseEmail, parsePhone } from '../addresses.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  checkPkce,
  fiveMinuteLimit,
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
import { requireAcceptablePassword } from '../passwordRules.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { endSessions, logoutScopes, type LogoutScope } from '../sessions.ts';
import {
  describeUser,
  emailTaken,
  findUserByAddress,
  findUserById,
  phoneTaken,
  updateUser,
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
      const email = body.email === '' ? undefined : parseEmail(body.email);
      const phone = body.phone === '' ? undefined : parsePhone(body.phone);
      checkPkce(body);
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
      const newEmail = await newAddress(
        db,
        user,
        email === undefined ? undefined : { kind: 'email', email },
        audienceOf(c, context),
      );
      const newPhone = await newAddress(
        db,
        user,
        phone === undefined ? undefined : { kind: 'phone', phone },
        audienceOf(c, context),
      );
      const passwordHash =
        password === undefined ? undefined : await newPasswordHash(user, password, body.current_password, context);

      const changes: UserChanges = {
        data: body.data,
        ...(newEmail?.kind === 'email' ? { email: newEmail.email } : {}),
        ...(newPhone?.kind === 'phone' ? { phone: newPhone.phone } : {}),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      };
      const updated = await db.transaction().execute(async (tx) => {
        // Read again under the lock: two concurrent changes would otherwise overwrite each other's metadata.
        const current = await lockUser(tx, user.id);
        const changed = await updateUser(tx, current, changes, now());
        if (passwordHash !== undefined) await endSessions(tx, user.id, 'others', sessionId);
        return changed;
      });
      return c.json(await describeUser(db, updated));
    })
    .post('/logout', session, async (c) => {
      const scope = c.req.query('scope') ?? 'global';
      if (!isLogoutScope(scope)) throw refuse('validation_failed', `Unsupported logout scope "${scope}"`, 400);
      await endSessions(db, c.var.live.user.id, scope, c.var.live.session.id);
      return c.body(null, 204);
    });
}

const isLogoutScope = (scope: string): scope is LogoutScope => logoutScopes.some((known) => known === scope);

async function lockUser(tx: AuthDatabase, id: string): Promise<User> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const user = await findUserById(tx, id);
  if (user === undefined) throw refuse('user_not_found', 'User from sub claim in JWT does not exist', 403);
  return user;
}

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

async function newPasswordHash(
  user: User,
  password: string,
  currentPassword: string,
  { settings }: AuthContext,
): Promise<string> {
  if (settings.requireCurrentPassword && user.encrypted_password !== null) {
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
