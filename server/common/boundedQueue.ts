import pLimit from 'p-limit';

interface BoundedQueueOptions {
  /** How much runs at once. */
  concurrency: number;
  /** Work that would wait longer than this is refused, and so is work that has. */
  maxWaitMs: number;
  /** How long one piece of work takes, until some have been measured. */
  expectedMs: number;
  /** The error for refused work. */
  refusal(retryAfterSeconds: number): Error;
}

/**
 * Runs work in order, and refuses at once what would wait too long, and at its turn what has waited too long: a caller
 * that gives up meanwhile would cost the same and get nothing.
 */
export function createBoundedQueue({ concurrency, maxWaitMs, expectedMs, refusal }: BoundedQueueOptions) {
  const limit = pLimit(concurrency);
  let typicalMs = expectedMs;
  const waitMs = () => (limit.pendingCount / concurrency) * typicalMs;
  const refuse = () => refusal(Math.max(1, Math.ceil(waitMs() / 1_000)));
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waitMs() > maxWaitMs) throw refuse();
    const arrivedAt = performance.now();
    return await limit(async () => {
      const since = performance.now();
      // The work ahead took longer than expected, as on a busy machine.
      if (since - arrivedAt > maxWaitMs) throw refuse();
      try {
        return await work();
      } finally {
        // The latest eight or so count.
        typicalMs += (performance.now() - since - typicalMs) / 8;
      }
    });
  };
}
