import { ApiError } from '../../http/errors.ts';
import type { Session } from '../engines/engine.ts';
import { engineFailure } from './projectTarget.ts';
import type { QueryTarget } from './query.routes.ts';

interface TimeLimit {
  /** Ends the work; includes the wait for a session, because the embedded database has one, which a query may hold. */
  limit: AbortSignal;
  /** The answer once the limit is reached. */
  refusal(cause: unknown): Error;
}

/** Work on a project's database until the caller leaves or the time is up. */
export async function leaseWithin<Result>(
  { lease, user }: QueryTarget,
  signal: AbortSignal,
  { limit, refusal }: TimeLimit,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  try {
    return await lease(work, { user, signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    throw limit.aborted ? refusal(error) : engineFailure(error);
  }
}

export const databaseBusy = (cause: unknown): ApiError =>
  new ApiError(504, 'database_busy', 'The database is busy with other queries. Try again in a moment.', { cause });
