import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import { chooseRedirect } from '../../../src/contract/auth/redirectRules.ts';
import { parseEmail, parsePhone } from '../addresses.ts';
import { generateLink, inviteUser, isGeneratedLinkType, unknownLinkType } from '../adminLinks.ts';
import { changeUser, createUser, deleteUser, findAnyUser, userNotFound, type AdminChanges } from '../adminUsers.ts';
import { listEvents, recordEvent } from '../audit.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  linkOf,
  optionalObject,
  optionalText,
  pathId,
  readAuthBody,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { isUuid, requireAdmin } from '../authenticate.ts';
import { describeFactors, describeUser, describeUsers } from '../describeUser.ts';
import { deleteFactor, factorNameMaxLength, factorNotFound } from '../factors.ts';
import { parseGoDuration } from '../goDuration.ts';
import { listUsers, type UserPage } from '../listUsers.ts';
import { requireAcceptablePassword } from '../passwordRules.ts';
import { hashPassword, isSupportedHash } from '../passwords.ts';
import { createSessionList } from '../sessionList.ts';
import { lockUser } from '../users.ts';

const optionalFlag = v.optional(v.nullable(v.boolean()));
const userSchema = v.object({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: v.optional(v.nullable(v.string())),
  password_hash: optionalText,
  email_confirm: optionalFlag,
  phone_confirm: optionalFlag,
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  role: optionalText,
  aud: optionalText,
  ban_duration: optionalText,
});
const deleteSchema = v.object({ should_soft_delete: optionalFlag });
const factorSchema = v.object({ friendly_name: optionalText });
const inviteSchema = v.object({ email: optionalText, data: optionalObject });
const linkSchema = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: v.optional(v.nullable(v.string())),
  data: optionalObject,
  redirect_to: optionalText,
});

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

const perPageDefault = 50;
const perPageMax = 1_000;

/** A page number or a size; the client library sends an empty one for none. */
function readCount(c: Context<AuthEnv>, name: string, fallback: number): number {
  const text = c.req.query(name) ?? '';
  if (!/^\d{0,9}$/.test(text)) throw invalid(`Bad Pagination Parameters: ${name} must be a whole number`);
  return Number(text) || fallback;
}

const userIdOf = (c: Context<AuthEnv>): string => pathId(c, 'userId', 'user_id');

/** What callers with a service key may do with users. */
export function adminRoutes(context: AuthContext) {
  return new Hono<AuthEnv>()
    .use('/admin/*', async (c, next) => {
      await requireAdmin(context, c.req.header('Authorization'));
      await next();
    })
    .use('/invite', async (c, next) => {
      await requireAdmin(context, c.req.header('Authorization'));
      await next();
    })
    .route('/', userRoutes(context))
    .route('/', factorRoutes(context))
    .route('/', sessionRoutes(context))
    .route('/', linkRoutes(context))
    .get('/admin/audit', async (c) => {
      const { user_id: userId, before } = c.req.query();
      if (userId !== undefined && !isUuid(userId)) throw invalid('user_id must be an UUID');
      if (before !== undefined && !/^\d{1,18}$/.test(before)) throw invalid('before must be the id of an entry');
      const events = await listEvents(context.db, userId ?? null, {
        ...(before !== undefined && { before }),
        limit: readCount(c, 'per_page', perPageDefault),
      });
      return c.json(
        events.map(({ id, userId: user_id, action, details, ip, userAgent, createdAt }) => ({
          id,
          user_id,
          action,
          details,
          ip_address: ip,
          user_agent: userAgent,
          created_at: createdAt,
        })),
      );
    });
}

function userRoutes(context: AuthContext) {
  const { db } = context;
  return new Hono<AuthEnv>()
    .get('/admin/users', async (c) => {
      const page = readCount(c, 'page', 1);
      const perPage = Math.min(readCount(c, 'per_page', perPageDefault), perPageMax);
      const { filter = '', sort = '', after } = c.req.query();
      if (!/^(?:created_at(?:[ .](?:asc|desc))?)?$/i.test(sort)) throw invalid('Bad Sort Parameters: use created_at');
      const aud = audienceOf(c, context);
      const { users, total, hasMore } = await listUsers(db, {
        aud,
        filter: filter.slice(0, 255),
        isAscending: /asc$/i.test(sort),
        page,
        perPage,
        after: isUuid(after) ? after : null,
      });
      c.header('X-Total-Count', String(total));
      c.header('Link', linksOf(c, { page, perPage, total, users, hasMore }));
      return c.json({ users: await describeUsers(db, users), aud });
    })
    .post('/admin/users', async (c) => {
      const body = await readAuthBody(c, userSchema);
      const changes = await readChanges(context, body);
      if (changes.email === undefined && changes.phone === undefined)
        throw invalid('Cannot create a user without either an email or phone');
      if (body.id !== '' && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format');
      const aud = body.aud === '' ? audienceOf(c, context) : body.aud;
      const user = await createUser(
        context,
        { ...changes, aud, ...(body.id !== '' && { id: body.id.toLowerCase() }) },
        clientOf(c),
      );
      return c.json(await describeUser(db, user));
    })
    .get('/admin/users/:userId', async (c) => {
      const user = await findAnyUser(db, userIdOf(c));
      if (user === undefined) throw userNotFound();
      return c.json(await describeUser(db, user));
    })
    .put('/admin/users/:userId', async (c) => {
      const id = userIdOf(c);
      const changes = await readChanges(context, await readAuthBody(c, userSchema));
      return c.json(await describeUser(db, await changeUser(context, id, changes, clientOf(c))));
    })
    .delete('/admin/users/:userId', async (c) => {
      const id = userIdOf(c);
      const isEmpty = (await c.req.text()) === '';
      const { should_soft_delete: isSoft } = isEmpty ? {} : await readAuthBody(c, deleteSchema);
      await deleteUser(context, id, { isSoft: isSoft ?? false, by: 'admin', client: clientOf(c) });
      return c.json({});
    });
}

/** The pages before and after this one, in the form that the client library reads: the page's number comes first. */
function linksOf(
  c: Context<AuthEnv>,
  { page, perPage, total, users, hasMore }: { page: number; perPage: number } & UserPage,
): string {
  const { filter = '', sort = '' } = c.req.query();
  const more = { per_page: String(perPage), ...(filter !== '' && { filter }), ...(sort !== '' && { sort }) };
  const next = hasMore ? users.at(-1)?.id : undefined;
  // The total of a search ends where counting would take long, but its pages do not.
  const reached = users.length === 0 ? 0 : page + (hasMore ? 1 : 0);
  const lastPage = Math.max(Math.ceil(total / perPage), reached);
  const link = (to: number, rel: string, extra: Readonly<Record<string, string>> = {}) =>
    `</admin/users?${new URLSearchParams({ page: String(to), ...more, ...extra }).toString()}>; rel="${rel}"`;
  return [...(next === undefined ? [] : [link(page + 1, 'next', { after: next })]), link(lastPage, 'last')].join(', ');
}

async function readChanges(
  { settings, now }: AuthContext,
  body: v.InferOutput<typeof userSchema>,
): Promise<AdminChanges> {
  const password = body.password ?? '';
  if (password !== '' && body.password_hash !== '')
    throw invalid('Only a password or a password hash should be provided');
  if (password !== '') requireAcceptablePassword(password, settings);
  if (body.password_hash !== '' && !isSupportedHash(body.password_hash))
    throw invalid('password_hash must be a bcrypt or argon2id hash');
  const passwordHash = password === '' ? body.password_hash : await hashPassword(password);
  const bannedUntil = readBan(body.ban_duration, now());
  return {
    ...(body.email !== '' && { email: parseEmail(body.email) }),
    ...(body.phone !== '' && { phone: parsePhone(body.phone) }),
    ...(passwordHash !== '' && { passwordHash }),
    isEmailConfirmed: body.email_confirm ?? false,
    isPhoneConfirmed: body.phone_confirm ?? false,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    ...(body.role !== '' && { role: body.role }),
    ...(bannedUntil !== undefined && { bannedUntil }),
  };
}

function readBan(text: string, now: Date): Date | null | undefined {
  if (text === '') return undefined;
  if (text === 'none') return null;
  const duration = parseGoDuration(text);
  if (duration === null) throw invalid('invalid format for ban duration: use none or a duration such as 1h30m');
  return new Date(now.getTime() + duration);
}

function factorRoutes(context: AuthContext) {
  const { db, now } = context;
  const factorIdOf = (c: Context<AuthEnv>): string => pathId(c, 'factorId', 'factor_id');
  /** All factors of the user, and the one among them. */
  const requireOne = async (userId: string, factorId: string) => {
    const all = await describeFactors(db, userId);
    const factor = all.find(({ id }) => id === factorId);
    if (factor === undefined) throw factorNotFound();
    return { all, factor };
  };
  return new Hono<AuthEnv>()
    .get('/admin/users/:userId/factors', async (c) => {
      const userId = userIdOf(c);
      if ((await findAnyUser(db, userId)) === undefined) throw userNotFound();
      return c.json(await describeFactors(db, userId));
    })
    .put('/admin/users/:userId/factors/:factorId', async (c) => {
      const [userId, factorId] = [userIdOf(c), factorIdOf(c)];
      const { friendly_name: name } = await readAuthBody(c, factorSchema);
      const { all } = await requireOne(userId, factorId);
      if (name.length > factorNameMaxLength)
        throw invalid(`friendly_name cannot be longer than ${factorNameMaxLength} characters`);
      if (all.some((other) => other['id'] !== factorId && (other['friendly_name'] ?? '') === name))
        throw new AuthError(
          422,
          'mfa_factor_name_conflict',
          `A factor with the friendly name "${name}" already exists`,
        );
      await db
        .updateTable('mfa_factors')
        .set({ friendly_name: name, updated_at: now() })
        .where('id', '=', factorId)
        .execute();
      const { factor } = await requireOne(userId, factorId);
      return c.json(factor);
    })
    .delete('/admin/users/:userId/factors/:factorId', async (c) => {
      const [userId, factorId] = [userIdOf(c), factorIdOf(c)];
      const { factor } = await requireOne(userId, factorId);
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, userId);
        await deleteFactor(tx, { id: factorId, factor_type: 'totp' }, now());
        const details = { factor_id: factorId, by: 'admin' };
        await recordEvent(tx, { userId, action: 'factor_unenrolled', client: clientOf(c), details }, now());
      });
      return c.json(factor);
    });
}

/** Where a user is signed in. The reference has no such routes. */
function sessionRoutes(context: AuthContext) {
  const { db } = context;
  const sessions = createSessionList(context);
  const knownUser = async (c: Context<AuthEnv>): Promise<string> => {
    const userId = userIdOf(c);
    if ((await findAnyUser(db, userId)) === undefined) throw userNotFound();
    return userId;
  };
  return new Hono<AuthEnv>()
    .get('/admin/users/:userId/sessions', async (c) => {
      const list = await sessions.list(await knownUser(c));
      return c.json(
        list.map(({ userAgent: user_agent, createdAt: created_at, lastSeenAt: last_seen_at, ...session }) => ({
          ...session,
          user_agent,
          created_at,
          last_seen_at,
        })),
      );
    })
    .delete('/admin/users/:userId/sessions', async (c) => {
      await sessions.endAll(await knownUser(c), clientOf(c));
      return c.body(null, 204);
    })
    .delete('/admin/users/:userId/sessions/:sessionId', async (c) => {
      const sessionId = pathId(c, 'sessionId', 'session_id');
      if (!(await sessions.end(userIdOf(c), sessionId, clientOf(c))))
        throw new AuthError(404, 'session_not_found', 'Session not found');
      return c.body(null, 204);
    });
}

const noPkce = { code_challenge: '', code_challenge_method: '' };

function linkRoutes(context: AuthContext) {
  const { settings } = context;
  return new Hono<AuthEnv>()
    .post('/invite', async (c) => {
      const { email, data } = await readAuthBody(c, inviteSchema);
      if (email === '') throw invalid('An invitation requires an email');
      const link = linkOf(c, context, noPkce);
      return c.json(await inviteUser(context, { email: parseEmail(email), aud: audienceOf(c, context), data, link }));
    })
    .post('/admin/generate_link', async (c) => {
      const body = await readAuthBody(c, linkSchema);
      if (!isGeneratedLinkType(body.type)) throw unknownLinkType();
      const isChange = body.type === 'email_change_current' || body.type === 'email_change_new';
      const password = body.password ?? '';
      if (body.type === 'signup' && password === '') throw invalid('Signup requires a valid password');
      if (password !== '') requireAcceptablePassword(password, settings);
      const asked = body.redirect_to === '' ? c.req.query('redirect_to') : body.redirect_to;
      return c.json(
        await generateLink(context, {
          type: body.type,
          email: parseEmail(body.email),
          newEmail: isChange ? parseEmail(body.new_email) : null,
          passwordHash: password === '' ? null : await hashPassword(password),
          aud: audienceOf(c, context),
          data: body.data,
          link: { redirectTo: chooseRedirect(settings, asked), pkce: null, client: clientOf(c) },
        }),
      );
    });
}
