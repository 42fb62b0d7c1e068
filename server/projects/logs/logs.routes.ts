import { Hono } from 'hono';
import { keptRange } from '../../../src/contract/logs/keptRange.ts';
import { logQuerySchema, type LogPage } from '../../../src/contract/logs/logLine.ts';
import { logDaysOf } from '../../../src/contract/organizations/logDays.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readQuery } from '../../http/body.ts';
import { requireProject } from '../../platform/access.ts';
import type { LogLimits, LogWriter } from './logWriter.ts';
import { readLogs } from './readLogs.ts';

export interface LogRoutesOptions {
  db: ControlDatabase;
  logs: LogWriter;
  logLimits: LogLimits;
}

/** `/projects/{ref}/logs`. */
export function logRoutes({ db, logs, logLimits }: LogRoutesOptions): Hono<UserEnv> {
  return new Hono<UserEnv>().get('/:ref/logs', async (c) => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
    const query = readQuery(c, logQuerySchema);
    await logs.flush();
    const { tier } = await db
      .selectFrom('organizations')
      .select('tier')
      .where('id', '=', project.organization_id)
      .executeTakeFirstOrThrow();
    const days = Math.min(logLimits.days, logDaysOf(tier));
    const range = keptRange(query.range, days);
    const page = await readLogs(db, project.id, { ...query, range });
    const retention = { days, lines: logLimits.lines, server_days: logLimits.days };
    return c.json({ ...page, range, retention } satisfies LogPage);
  });
}
