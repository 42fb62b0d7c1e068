/** A bucket of `burst` tokens that gains one every `windowMs / limit`; each request takes one. */
export interface RateLimit {
  /** Requests per window on average; 0 for no limit. */
  limit: number;
  windowMs: number;
  burst: number;
}

/** Storage of the buckets. `take` returns 0 when the request may pass, otherwise the seconds until one may. */
export interface RateLimiter {
  take(key: string, limit: RateLimit): Promise<number>;
}

/** The return value of `take` for a wait. */
export const secondsUntil = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Buckets in this process. A bucket is stored as the time at which it will be full again (the "virtual scheduling" form
 * of a leaky bucket), so an idle one costs nothing and can be dropped.
 */
export function createMemoryRateLimiter({ now = Date.now, maxKeys = 50_000 } = {}): RateLimiter {
  const fullAt = new Map<string, number>();
  const evictOldest = () => {
    const current = now();
    for (const [key, moment] of fullAt) if (moment <= current) fullAt.delete(key);
    // Still too many callers at once: the oldest buckets are dropped.
    for (const key of fullAt.keys()) {
      if (fullAt.size <= maxKeys / 2) break;
      fullAt.delete(key);
    }
  };
  return {
    take(key, { limit, windowMs, burst }) {
      if (limit === 0) return Promise.resolve(0);
      const interval = windowMs / limit;
      const current = now();
      const next = Math.max(fullAt.get(key) ?? 0, current) + interval;
      const early = next - (current + interval * burst);
      // Rounding must not refuse the last token of a burst.
      if (early > 0.001) return Promise.resolve(secondsUntil(early));
      if (fullAt.size >= maxKeys && !fullAt.has(key)) evictOldest();
      fullAt.delete(key);
      fullAt.set(key, next);
      return Promise.resolve(0);
    },
  };
}
