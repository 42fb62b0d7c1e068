import { Hono, type Context } from 'hono';
import { stream } from 'hono/streaming';
import { runQuerySchema, type QueryEvent } from '../../../src/contract/sql/query.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import { beginRun, endRun, findRunning, listRuns, recordBackend, type RunKey } from './queryRuns.ts';
import { RunningQueries, type QueryLimits } from './runningQueries.ts';
import { QueryRun, type LeaseSession } from './runQuery.ts';

/** A project's database, as SQL runs use it. */
export interface QueryTarget {
  lease: LeaseSession;
  /** Role that the developer's SQL runs as; never a superuser. */
  user: string;
}

export interface QueryRoutesOptions {
  db: ControlDatabase;
  /** The running database of a project; throws an `ApiError` with the reason when it is not up. */
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
  /** Cancels a backend that another server started; does nothing where no other server can exist. */
  cancelBackend(project: ProjectAccess['project'], backendPid: number): Promise<void>;
  limits: QueryLimits;
}

const cancelAgainMs = 250;
const cancelAttempts = 40;

/** `/projects/{ref}/database/query` and `/projects/{ref}/query-history`. */
export function queryRoutes({ db, openTarget, cancelBackend, limits }: QueryRoutesOptions): Hono<UserEnv> {
  /** Runs of this server, by user, project and id. */
  const running = new Map<string, QueryRun>();
  const counted = new RunningQueries(limits);
  const nameOf = ({ userId, projectId, id }: RunKey) => `${userId}/${projectId}/${id}`;
  const accessProject = (c: Context<UserEnv>) => requireProject(db, c.var.user.id, c.req.param('ref') ?? '');

  /**
   * A run of another server is cancelled through Postgres, repeatedly until it has ended, because one cancel may arrive
   * between two statements.
   */
  const cancelElsewhere = async (project: ProjectAccess['project'], key: RunKey): Promise<void> => {
    for (let attempt = 0; attempt < cancelAttempts; attempt += 1) {
      const run = await findRunning(db, key);
      if (run === undefined) return;
      if (run.backend_pid !== null) await cancelBackend(project, run.backend_pid);
      await new Promise((resolve) => {
        setTimeout(resolve, cancelAgainMs).unref();
      });
    }
  };

  return new Hono<UserEnv>()
    .post('/:ref/database/query', async (c) => {
      const { project } = await accessProject(c);
      const request = await readBody(c, runQuerySchema);
      const { lease, user } = await openTarget(project);
      const key: RunKey = { userId: c.var.user.id, projectId: project.id, id: request.id.toLowerCase() };
      const countOut = counted.countIn(key);
      try {
        await beginRun(db, key, request.sql);
      } catch (error) {
        countOut();
        throw error;
      }
      c.header('Content-Type', 'application/x-ndjson');
      c.header('Cache-Control', 'no-store');
      // Proxies must not buffer the lines.
      c.header('X-Accel-Buffering', 'no');
      return stream(
        c,
        async (answer) => {
          const emit = async (event: QueryEvent) => {
            await answer.write(`${JSON.stringify(event)}\n`);
          };
          const run = new QueryRun(
            {
              sql: request.sql,
              user,
              timeoutMs: request.timeout_ms,
              ...(request.row_limit !== undefined && { rowLimit: request.row_limit }),
            },
            {
              emit,
              begun: (backendPid) => recordBackend(db, key, backendPid),
              broke: (error) => c.var.log.warn({ err: error, ref: project.ref }, 'a query could not be run'),
            },
          );
          running.set(nameOf(key), run);
          answer.onAbort(() => void run.stop('abandoned'));
          try {
            await endRun(db, key, await run.run(lease));
          } catch (error) {
            await endRun(db, key, { outcome: 'failed', error: 'The answer could not be sent.', durationMs: 0 });
            throw error;
          } finally {
            running.delete(nameOf(key));
            countOut();
          }
        },
        async (error) => {
          c.var.log.warn({ err: error }, 'a query answer broke off');
        },
      );
    })
    .delete('/:ref/database/query/:id', async (c) => {
      const { project } = await accessProject(c);
      const key: RunKey = { userId: c.var.user.id, projectId: project.id, id: c.req.param('id').toLowerCase() };
      const run = running.get(nameOf(key));
      const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key.id);
      if (!run && (!isUuid || (await findRunning(db, key)) === undefined))
        throw new ApiError(404, 'query_not_running', 'This query is not running.');
      const stopped = run ? run.stop('cancelled') : cancelElsewhere(project, key);
      stopped.catch((error: unknown) => c.var.log.warn({ err: error }, 'a query could not be cancelled'));
      return c.body(null, 202);
    })
    .get('/:ref/query-history', async (c) => {
      const { project } = await accessProject(c);
      return c.json(await listRuns(db, { userId: c.var.user.id, projectId: project.id }));
    });
}
