import { Hono } from 'hono';
import { authConfigChangeSchema } from '../../../src/contract/auth/authConfig.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { RateLimiter } from '../../common/rateLimiter.ts';
import { readBody } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { layoutBoth } from '../../mail/layout.ts';
import { requireProject } from '../../platform/access.ts';
import { describeConfig, openConfig, readStoredConfig, type AuthConfigStore } from './authConfig.ts';
import { changeConfig } from './changeAuthConfig.ts';
import { createProjectMailer } from './projectMailer.ts';

interface AuthConfigRoutesOptions extends AuthConfigStore {
  rateLimiter: RateLimiter;
  reachesInner: boolean;
}

const testMailLimit = { limit: 5, windowMs: 10 * 60_000, burst: 5 };

/** `/auth/{ref}/config`: the settings of a project's auth service, for the members of its organization. */
export function authConfigRoutes(options: AuthConfigRoutesOptions) {
  const { db, rateLimiter, reachesInner } = options;
  return new Hono<UserEnv>()
    .get('/:ref/config', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      return c.json(describeConfig(options, await readStoredConfig(db, project.id), project.ref));
    })
    .patch('/:ref/config', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      const change = await readBody(c, authConfigChangeSchema);
      return c.json(await changeConfig(options, project, change));
    })
    .post('/:ref/config/test-email', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      const { email } = c.var.user;
      const { mail } = await openConfig(options, project);
      if (mail === null) throw new ApiError(409, 'smtp_not_set_up', 'The project has no SMTP server to send with.');
      const retryAfter = await rateLimiter.take(`project/${project.ref}/test-email`, testMailLimit);
      if (retryAfter > 0)
        throw new ApiError(429, 'over_request_rate_limit', 'Too many test emails. Try again later.', { retryAfter });
      const content = {
        heading: 'SMTP works',
        paragraphs: [`The project ${project.name} sends its emails through ${mail.host}.`],
        footer: 'A member of the project requested this email on the page of its SMTP settings.',
      };
      const message = { to: email, subject: 'Test email', ...(await layoutBoth(content)) };
      try {
        await createProjectMailer(mail, { reachesInner }).send(message);
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
        throw new ApiError(422, 'smtp_failed', `The SMTP server did not take the email: ${reason}`, { cause: error });
      }
      return c.json({ sent_to: email });
    });
}
