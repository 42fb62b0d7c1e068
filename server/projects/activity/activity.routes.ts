import { Hono } from 'hono';
import type { TableList } from '../../../src/contract/projects/tableList.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import { databaseBusy, leaseWithin } from '../queries/leaseWithin.ts';
import type { QueryTarget } from '../queries/query.routes.ts';
import type { ProjectActivity } from './projectActivity.ts';
import { readTableList } from './tableList.ts';

interface ActivityRoutesOptions {
  db: ControlDatabase;
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
  activity: ProjectActivity;
}

const timeLimitMs = 5_000;

/** The list of tables within a time limit. */
export const listTables = (
  target: QueryTarget,
  signal: AbortSignal,
  limit: AbortSignal = AbortSignal.timeout(timeLimitMs),
): Promise<TableList> => leaseWithin(target, signal, { limit, refusal: databaseBusy }, readTableList);

/** `/projects/{ref}/database/tables` and `/projects/{ref}/activity`. */
export function activityRoutes({ db, openTarget, activity }: ActivityRoutesOptions): Hono<UserEnv> {
  return new Hono<UserEnv>()
    .get('/:ref/database/tables', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      const { lease, user } = await openTarget(project);
      const list = await listTables({ lease, user }, c.req.raw.signal);
      await activity.recordSize(project.ref, list.database_bytes);
      return c.json(list);
    })
    .get('/:ref/activity', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      return c.json(await activity.read(project.id));
    });
}
