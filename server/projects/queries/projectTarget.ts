import { DatabaseError } from 'pg';
import { errorCode } from '../../common/errorCode.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectAccess } from '../../platform/access.ts';
import type { EnginePool } from '../databases/enginePool.ts';
import type { ProjectDatabases } from '../databases/projectDatabases.ts';
import { AnswerTooLargeError } from '../engines/boundedAnswer.ts';
import { EngineError } from '../engines/engineError.ts';
import type { ProjectLifecycle } from '../lifecycle/projectLifecycle.ts';
import type { QueryTarget } from './query.routes.ts';

type ProjectRow = ProjectAccess['project'];

export interface ProjectAccessOptions {
  databases: ProjectDatabases;
  engines: EnginePool;
  lifecycle: ProjectLifecycle;
}

/** How long a request waits for a free engine. */
const patienceMs = 20_000;

/** Session errors with these codes are caused by the caller. */
const callerErrors = new Set(['engine_stopped', 'engines_busy', '57P01', '57014', '28000']);

/** Opens sessions on a project's database for the developers' SQL. */
export const projectTarget =
  ({ databases, engines, lifecycle }: ProjectAccessOptions) =>
  (project: ProjectRow): Promise<QueryTarget> => {
    requireActive(project);
    return Promise.resolve({
      user: databases.developer(project.ref),
      async lease(work, options) {
        let opened = false;
        try {
          const result = await engines.use(
            project.ref,
            (engine) =>
              engine.lease((session) => {
                opened = true;
                return work(session);
              }, options),
            { signal: options.signal, patienceMs },
          );
          if (project.status !== 'ACTIVE_HEALTHY') void lifecycle.check(standing(project));
          return result;
        } catch (error) {
          if (!opened && !options.signal?.aborted && !callerErrors.has(errorCode(error) ?? ''))
            void lifecycle.check(standing(project));
          throw error;
        }
      },
    });
  };

const standing = ({ id, ref, status, status_reason: reason }: ProjectRow) => ({ id, ref, status, reason });

/** Refuses what needs a running database if the project's status says that there is none. */
export function requireActive({ status }: ProjectRow): void {
  if (status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY' || status === 'UNKNOWN') return;
  if (status === 'INACTIVE')
    throw new ApiError(409, 'project_paused', 'This project is paused. Restore it to use its database.');
  throw new ApiError(409, 'project_not_active', `This project's database is not running: its status is ${status}.`);
}

/** An engine's error in the platform API's format. */
export function engineFailure(error: unknown): unknown {
  if (error instanceof AnswerTooLargeError) return new ApiError(413, error.code, error.message, { cause: error });
  // A project that is paused or restarted cancels the statements that still run.
  if (error instanceof DatabaseError && error.code === '57014') {
    return new ApiError(503, 'database_busy', 'The database stopped before it had answered. Try again in a moment.', {
      cause: error,
      retryAfter: 5,
    });
  }
  if (!(error instanceof EngineError)) return error;
  const more = { cause: error, ...(error.code === 'engines_busy' && { retryAfter: 5 }) };
  return new ApiError(503, error.code === '57P01' ? 'database_restarted' : error.code, error.message, more);
}
