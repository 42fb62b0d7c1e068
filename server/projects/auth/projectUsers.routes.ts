import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import {
  newProjectUserSchema,
  projectUserChangeSchema,
  projectUserDetailSchema,
  projectUserPageMax,
  projectUserPageSize,
  userEmailSchema,
  userFilterMaxLength,
  userInvitationSchema,
  type ProjectUser,
  type ProjectUserDetail,
  type ProjectUserPage,
  type UserEmail,
} from '../../../src/contract/auth/projectUser.ts';
import { isUuid } from '../../auth/authenticate.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { requireProject } from '../../platform/access.ts';
import type { ProjectAuth } from './projectAuth.ts';

/** A century: the service takes no ban without an end. */
const banDuration = '876000h';

/** What a caller asks for, if it is a number of users. */
const pageSizeOf = (limit: string | undefined): number =>
  limit !== undefined && /^[1-9]\d{0,5}$/.test(limit)
    ? Math.min(Number(limit), projectUserPageMax)
    : projectUserPageSize;

const moment = v.optional(v.nullable(v.string()), null);
const describedEntries = {
  id: v.string(),
  email: v.string(),
  phone: v.string(),
  created_at: v.string(),
  last_sign_in_at: moment,
  confirmed_at: moment,
  banned_until: moment,
};
const describedSchema = v.object({
  ...describedEntries,
  app_metadata: v.object({ providers: v.optional(v.array(v.string()), []) }),
  user_metadata: v.looseObject({}),
});
const listSchema = v.object({ users: v.array(describedSchema) });
const refusalSchema = v.object({ code: v.string(), message: v.string() });

const { identities, factors, sessions, user_metadata, is_anonymous } = projectUserDetailSchema.entries;
const describedDetailSchema = v.object({
  ...describedEntries,
  email_confirmed_at: moment,
  phone_confirmed_at: moment,
  invited_at: moment,
  is_anonymous,
  user_metadata,
  app_metadata: v.looseObject({ providers: v.optional(v.array(v.string()), []) }),
  identities: v.array(v.object({ ...identities.item.entries, email: moment, last_sign_in_at: moment })),
  factors: v.optional(
    v.array(v.object({ ...factors.item.entries, friendly_name: v.optional(v.nullable(v.string()), '') })),
    [],
  ),
});

/** Providers and sign-up forms use either key. */
const nameIn = ({ full_name: full, name }: Readonly<Record<string, unknown>>): string =>
  [full, name].find((one) => typeof one === 'string' && one !== '')?.toString() ?? '';

const summarise = ({
  app_metadata: { providers },
  user_metadata: metadata,
  ...user
}: v.InferOutput<typeof describedSchema>): ProjectUser => ({ ...user, name: nameIn(metadata), providers });

/** What the service is asked for each email; it finds the user by the address. */
const emailRequests = {
  recovery: (email: string) => ({ path: '/recover', body: { email } }),
  magiclink: (email: string) => ({ path: '/otp', body: { email, create_user: false } }),
  confirmation: (email: string) => ({ path: '/resend', body: { type: 'signup', email } }),
} as const satisfies Readonly<Record<UserEmail, (email: string) => { path: string; body: object }>>;

/**
 * `/auth/{ref}/users`: a project's users, for the members of its organization. The project's own auth service does the
 * work, so that its rules hold here too; its service key does not leave the server.
 */
export function projectUserRoutes({ db, auth }: { db: ControlDatabase; auth: Pick<ProjectAuth, 'asAdmin'> }) {
  const ask = createAsk({ db, auth });
  const answerUser = async (response: Response): Promise<ProjectUser> =>
    summarise(v.parse(describedSchema, await response.json()));
  const readUser = async (c: Context<UserEnv>) =>
    v.parse(describedDetailSchema, await (await ask(c, 'GET', userPath(c))).json());

  return new Hono<UserEnv>()
    .get('/:ref/users', async (c) => {
      const { filter = '', order, limit, after } = c.req.query();
      const query = new URLSearchParams({
        per_page: String(pageSizeOf(limit)),
        filter: filter.trim().slice(0, userFilterMaxLength),
        ...(order === 'oldest' && { sort: 'created_at asc' }),
        ...(isUuid(after) && { after }),
      });
      const response = await ask(c, 'GET', `/admin/users?${query.toString()}`);
      const { users } = v.parse(listSchema, await response.json());
      const page: ProjectUserPage = {
        users: users.map(summarise),
        total: Number(response.headers.get('X-Total-Count')),
        next: /rel="next"/.test(response.headers.get('Link') ?? '') ? (users.at(-1)?.id ?? null) : null,
      };
      return c.json(page);
    })
    .post('/:ref/users', async (c) => {
      const user = await readBody(c, newProjectUserSchema);
      return c.json(await answerUser(await ask(c, 'POST', '/admin/users', user)), 201);
    })
    .post('/:ref/invitations', async (c) => {
      const invitation = await readBody(c, userInvitationSchema);
      return c.json(await answerUser(await ask(c, 'POST', '/invite', invitation)), 201);
    })
    .get('/:ref/users/:id', async (c) => {
      const { factors: known, ...user } = await readUser(c);
      const detail: ProjectUserDetail = {
        ...user,
        name: nameIn(user.user_metadata),
        providers: user.app_metadata.providers,
        factors: known.map((factor) => ({ ...factor, friendly_name: factor.friendly_name ?? '' })),
        sessions: v.parse(sessions, await (await ask(c, 'GET', `${userPath(c)}/sessions`)).json()),
      };
      return c.json(detail);
    })
    .patch('/:ref/users/:id', async (c) => {
      const { banned, ...changes } = await readBody(c, projectUserChangeSchema);
      const body = {
        ...changes,
        ...(banned !== undefined && { ban_duration: banned ? banDuration : 'none' }),
      };
      return c.json(await answerUser(await ask(c, 'PUT', userPath(c), body)));
    })
    .delete('/:ref/users/:id', async (c) => {
      await ask(c, 'DELETE', userPath(c));
      return c.body(null, 204);
    })
    .post('/:ref/users/:id/emails', async (c) => {
      const { type } = await readBody(c, userEmailSchema);
      const { email, email_confirmed_at: confirmedAt } = await readUser(c);
      if (email === '') throw new ApiError(422, 'user_without_email', 'The user has no email address.');
      if (type === 'confirmation' && confirmedAt !== null)
        throw new ApiError(422, 'email_already_confirmed', 'The email address is confirmed already.');
      const { path, body } = emailRequests[type](email);
      await ask(c, 'POST', path, body);
      return c.body(null, 204);
    })
    .delete('/:ref/users/:id/factors/:factorId', async (c) => {
      await ask(c, 'DELETE', `${userPath(c)}/factors/${uuidIn(c, 'factorId', 'mfa_factor_not_found')}`);
      return c.body(null, 204);
    })
    .delete('/:ref/users/:id/sessions', async (c) => {
      await ask(c, 'DELETE', `${userPath(c)}/sessions`);
      return c.body(null, 204);
    })
    .delete('/:ref/users/:id/sessions/:sessionId', async (c) => {
      await ask(c, 'DELETE', `${userPath(c)}/sessions/${uuidIn(c, 'sessionId', 'session_not_found')}`);
      return c.body(null, 204);
    });
}

const missing = {
  user_not_found: 'User not found',
  mfa_factor_not_found: 'Factor not found',
  session_not_found: 'Session not found',
} as const;

function uuidIn(c: Context<UserEnv>, parameter: string, code: keyof typeof missing): string {
  const id = c.req.param(parameter) ?? '';
  if (!isUuid(id)) throw new ApiError(404, code, missing[code]);
  return id;
}

const userPath = (c: Context<UserEnv>): string => `/admin/users/${uuidIn(c, 'id', 'user_not_found')}`;

/** Statuses that say something of the request. The caller's own session is fine, so that others are no answer to it. */
const passedOn = [400, 404, 422, 429] as const;

/** Asks the service of the project in the address, once the caller may. */
const createAsk =
  ({ db, auth }: { db: ControlDatabase; auth: Pick<ProjectAuth, 'asAdmin'> }) =>
  async (c: Context<UserEnv>, method: string, path: string, body?: object): Promise<Response> => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
    const response = await auth.asAdmin(c, project, { method, path, ...(body && { body }) });
    if (response.ok) return response;
    const refusal = v.safeParse(refusalSchema, await response.json().catch(() => null));
    if (refusal.success && /^Error sending .* mail$/.test(refusal.output.message))
      throw new ApiError(
        502,
        'email_not_sent',
        'Could not send the email. Check the SMTP settings of the project, or ask the operator of this server.',
      );
    const status = passedOn.find((one) => one === response.status);
    if (!refusal.success || status === undefined)
      throw new ApiError(502, 'auth_service_failed', "The project's auth service did not answer as expected.");
    const retryAfter = Number(response.headers.get('Retry-After'));
    throw new ApiError(status, refusal.output.code, refusal.output.message, { ...(retryAfter > 0 && { retryAfter }) });
  };
