import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { runQuerySchema, type QueryEvent } from '../../../src/contract/sql/query.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody, readQuery } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { getOnly, jsonLine, sendLines } from '../../http/sendLines.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import type { WriteLog } from '../logs/logWriter.ts';
import { runLine } from '../logs/statementLines.ts';
import type { QueryRunner } from './queryRunner.ts';
import { findRunning, listRunning, listRuns, requestCancel, type RunKey } from './queryRuns.ts';
import type { RunAnswer } from './runAnswer.ts';
import type { LeaseSession } from './runQuery.ts';

/** A project's database, as SQL runs use it. */
export interface QueryTarget {
  lease: LeaseSession;
  /** Role that the developer's SQL runs as; never a superuser. */
  user: string;
}

interface QueryRoutesOptions {
  db: ControlDatabase;
  runner: QueryRunner;
  /** The running database of a project; throws an `ApiError` with the reason when it is not up. */
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
  /** Cancels a backend that another server started; does nothing where no other server can exist. */
  cancelBackend(project: ProjectAccess['project'], backendPid: number): Promise<void>;
  /** Gets what statements did, and what Postgres said of them. */
  writeLog: WriteLog;
}

/** Which of the past queries are asked for: all, or those that are still running. */
const historyQuerySchema = v.object({
  outcome: v.optional(v.picklist(['running'], 'Ask for `running`, or leave it out for all.')),
});

const cancelAgainMs = 250;
const cancelAttempts = 40;

/** Streams an answer for as long as the caller reads it, which makes no difference to the run. */
function sendAnswer(c: Context<UserEnv>, kept: RunAnswer, begin?: QueryEvent): Response {
  const left = new AbortController();
  async function* chunks() {
    if (begin) yield jsonLine(begin);
    yield* kept.read(left.signal);
  }
  return sendLines(c, chunks(), left, (error) => c.var.log.warn({ err: error }, 'failed to send a query result'));
}

/** `/projects/{ref}/database/query` and `/projects/{ref}/query-history`. */
export function queryRoutes({ db, runner, openTarget, cancelBackend, writeLog }: QueryRoutesOptions): Hono<UserEnv> {
  const accessProject = (c: Context<UserEnv>) => requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
  const runKey = (c: Context<UserEnv>, project: ProjectAccess['project']): RunKey => ({
    userId: c.var.user.id,
    projectId: project.id,
    id: (c.req.param('id') ?? '').toLowerCase(),
  });

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
      const key = { userId: c.var.user.id, projectId: project.id, id: request.id.toLowerCase() };
      // A browser sends a request again when its connection broke before the response: it is the same run.
      const repeated = await runner.repeated(key, request.sql);
      if (repeated) return sendAnswer(c, repeated);
      const { lease, user } = await openTarget(project);
      const answer = await runner.begin(
        key,
        {
          sql: request.sql,
          user,
          timeoutMs: request.timeout_ms,
          ...(request.row_limit !== undefined && { rowLimit: request.row_limit }),
          ...(request.read_only === true && { readOnly: true }),
        },
        lease,
        c.var.log.child({ ref: project.ref }),
        (event) => {
          const line = runLine({ ref: project.ref, user, session: key.id }, event);
          if (line) writeLog(project.ref, line);
        },
      );
      return sendAnswer(c, answer);
    })
    .get('/:ref/database/query/:id', getOnly, async (c) => {
      const { project } = await accessProject(c);
      const kept = runner.find(runKey(c, project));
      if (!kept) throw new ApiError(404, 'query_not_kept', 'The result of this query is no longer stored.');
      return sendAnswer(c, kept.answer, { type: 'run', sql: kept.sql });
    })
    .delete('/:ref/database/query/:id', async (c) => {
      const { project } = await accessProject(c);
      const key = runKey(c, project);
      const here = runner.cancel(key);
      const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key.id);
      if (!here && (!isUuid || !(await requestCancel(db, key))))
        throw new ApiError(404, 'query_not_running', 'This query is not running.');
      const stopped = here ?? cancelElsewhere(project, key);
      stopped.catch((error: unknown) => c.var.log.warn({ err: error }, 'failed to cancel a query'));
      return c.body(null, 202);
    })
    .get('/:ref/query-history', async (c) => {
      const { project } = await accessProject(c);
      const { outcome } = readQuery(c, historyQuerySchema);
      const list = outcome === 'running' ? listRunning : listRuns;
      return c.json(await list(db, { userId: c.var.user.id, projectId: project.id }));
    });
}
