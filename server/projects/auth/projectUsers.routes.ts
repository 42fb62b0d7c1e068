import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import {
  newProjectUserSchema,
  projectUserChangeSchema,
  projectUserPageSize,
  userFilterMaxLength,
  type ProjectUser,
  type ProjectUserPage,
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

const moment = v.optional(v.nullable(v.string()), null);
const describedSchema = v.object({
  id: v.string(),
  email: v.string(),
  phone: v.string(),
  created_at: v.string(),
  last_sign_in_at: moment,
  confirmed_at: moment,
  banned_until: moment,
  app_metadata: v.object({ providers: v.optional(v.array(v.string()), []) }),
});
const listSchema = v.object({ users: v.array(describedSchema) });
const refusalSchema = v.object({ code: v.string(), message: v.string() });

const summarise = ({ app_metadata: { providers }, ...user }: v.InferOutput<typeof describedSchema>): ProjectUser => ({
  ...user,
  providers,
});

/**
 * `/auth/{ref}/users`: a project's users, for the members of its organization. The project's own auth service does the
 * work, so that its rules hold here too; its service key does not leave the server.
 */
export function projectUserRoutes({ db, auth }: { db: ControlDatabase; auth: Pick<ProjectAuth, 'asAdmin'> }) {
  const ask = async (c: Context<UserEnv>, method: string, path: string, body?: object) => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
    const response = await auth.asAdmin(c, project, { method, path, ...(body && { body }) });
    if (response.ok) return response;
    const refusal = v.safeParse(refusalSchema, await response.json().catch(() => null));
    // The caller's own session is fine: only what the service says of the request is passed on.
    if (!refusal.success || (response.status !== 404 && response.status !== 422 && response.status !== 400))
      throw new ApiError(502, 'auth_service_failed', "The project's auth service did not answer as expected.");
    throw new ApiError(response.status, refusal.output.code, refusal.output.message);
  };
  const userPath = (c: Context<UserEnv>): string => {
    const id = c.req.param('id') ?? '';
    if (!isUuid(id)) throw new ApiError(404, 'user_not_found', 'User not found');
    return `/admin/users/${id}`;
  };
  const answerUser = async (response: Response): Promise<ProjectUser> =>
    summarise(v.parse(describedSchema, await response.json()));

  return new Hono<UserEnv>()
    .get('/:ref/users', async (c) => {
      const { filter = '', after } = c.req.query();
      const query = new URLSearchParams({
        per_page: String(projectUserPageSize),
        filter: filter.trim().slice(0, userFilterMaxLength),
        ...(isUuid(after) && { after }),
      });
      const response = await ask(c, 'GET', `/admin/users?${query.toString()}`);
      const { users } = v.parse(listSchema, await response.json());
      const page: ProjectUserPage = {
        users: users.map(summarise),
        total: Number(response.headers.get('X-Total-Count')),
        next: users.length === projectUserPageSize ? (users.at(-1)?.id ?? null) : null,
      };
      return c.json(page);
    })
    .post('/:ref/users', async (c) => {
      const user = await readBody(c, newProjectUserSchema);
      return c.json(await answerUser(await ask(c, 'POST', '/admin/users', user)), 201);
    })
    .patch('/:ref/users/:id', async (c) => {
      const { banned } = await readBody(c, projectUserChangeSchema);
      const body = { ban_duration: banned ? banDuration : 'none' };
      return c.json(await answerUser(await ask(c, 'PUT', userPath(c), body)));
    })
    .delete('/:ref/users/:id', async (c) => {
      await ask(c, 'DELETE', userPath(c));
      return c.body(null, 204);
    });
}
