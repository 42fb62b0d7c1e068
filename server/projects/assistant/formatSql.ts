import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from '../../common/boundedQueue.ts';
import { threadEnvironment } from '../../common/threadEnvironment.ts';
import { ApiError } from '../../http/errors.ts';

const maxLength = 100_000;
const timeLimitMs = 10_000;

const tooLong = (cause?: unknown) =>
  new ApiError(413, 'sql_too_long', 'This SQL is too long to format. Select a part of it.', { cause });

/** One at a time: a text of 50,000 characters takes a second. */
const queued = createBoundedQueue({
  concurrency: 1,
  maxWaitMs: timeLimitMs,
  expectedMs: 300,
  refusal: (retryAfter) =>
    new ApiError(503, 'format_unavailable', 'The server is formatting other SQL. Try again.', { retryAfter }),
});

async function formatInWorker(sql: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./formatSql.worker.ts', import.meta.url), {
    workerData: sql,
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  const limit = AbortSignal.timeout(timeLimitMs);
  try {
    const [formatted] = (await once(worker, 'message', { signal: AbortSignal.any([signal, limit]) })) as [string];
    return formatted;
  } catch (error) {
    if (limit.aborted) throw tooLong(error);
    if (signal.aborted) throw error;
    throw new ApiError(422, 'sql_not_formatted', 'This SQL cannot be formatted. Correct its syntax first.', {
      cause: error,
    });
  } finally {
    await worker.terminate();
  }
}

/** Lays SQL out, in a thread: what takes long must not hold the server up. */
export async function formatSql(sql: string, signal: AbortSignal): Promise<string> {
  if (sql.length > maxLength) throw tooLong();
  return await queued(() => formatInWorker(sql, signal));
}
