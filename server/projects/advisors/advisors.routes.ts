import { Hono } from 'hono';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import { databaseBusy, leaseWithin } from '../queries/leaseWithin.ts';
import type { QueryTarget } from '../queries/query.routes.ts';
import { readAdvisors } from './readAdvisors.ts';

interface AdvisorRoutesOptions {
  db: ControlDatabase;
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
}

const timeLimitMs = 15_000;

/** The schemas whose tables the Data API of a project shows. */
export const exposedSchemasOf = ({ data_api: isOn }: Pick<ProjectAccess['project'], 'data_api'>): readonly string[] =>
  isOn ? ['public'] : [];

/** `/projects/{ref}/advisors` */
export function advisorRoutes({ db, openTarget }: AdvisorRoutesOptions): Hono<UserEnv> {
  return new Hono<UserEnv>().get('/:ref/advisors', async (c) => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
    const time = { limit: AbortSignal.timeout(timeLimitMs), refusal: databaseBusy };
    return c.json(
      await leaseWithin(await openTarget(project), c.req.raw.signal, time, ({ client }) =>
        readAdvisors(client, exposedSchemasOf(project)),
      ),
    );
  });
}
