import { Hono } from 'hono';
import type { UserEnv } from '../auth/user.env.ts';
import type { ControlDatabase } from '../database/database.ts';
import { requireProject } from './access.ts';
import { readAuthConfig } from './authConfig.ts';

/** `/auth/{ref}/config`, behind a bearer token. */
export const authConfigRoutes = (db: ControlDatabase) =>
  new Hono<UserEnv>().get('/:ref/config', async (c) => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
    return c.json(await readAuthConfig(db, project.id));
  });
