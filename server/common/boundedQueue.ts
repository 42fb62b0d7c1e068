import pLimit from 'p-limit';

export interface BoundedQueueOptions {
  /** How much runs at once. */
  concurrency: number;
  /** Work that would wait longer than this is refused. */
  maxWaitMs: number;
  /** How long one piece of work takes, until some have been measured. */
  expectedMs: number;
  /** The error for refused work. */
  refusal(retryAfterSeconds: number): Error;
}

/**
 * Runs work in order, and refuses at once what would wait too long: a caller that gives up meanwhile would cost the
 * same and get nothing.
 */
export function createBoundedQueue({ concurrency, maxWaitMs, expectedMs, refusal }: BoundedQueueOptions) {
  const limit = pLimit(concurrency);
  let typicalMs = expectedMs;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const waitMs = (limit.pendingCount / concurrency) * typicalMs;
    if (waitMs > maxWaitMs) throw refusal(Math.ceil(waitMs / 1_000));
    return await limit(async () => {
      const since = performance.now();
      try {
        return await work();
      } finally {
        // The latest eight or so count.
        typicalMs += (performance.now() - since - typicalMs) / 8;
      }
    });
  };
}
