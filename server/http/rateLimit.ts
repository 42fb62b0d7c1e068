import { sql } from 'kysely';
import type { ControlDatabase } from '../database/database.ts';

/** A bucket of `burst` tokens into which one falls every `windowMs / limit`; each request takes one. */
export interface RateLimit {
  /** Requests per window in the long run; 0 for no limit. */
  limit: number;
  windowMs: number;
  burst: number;
}

/** Where buckets are kept. `take` answers 0 when the request may pass, else the seconds until one may. */
export interface RateLimiter {
  take(key: string, limit: RateLimit): Promise<number>;
}

const secondsUntil = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Buckets in this process. A bucket is kept as the one moment at which it will be full again (the "virtual
 * scheduling" form of a leaky bucket), so an idle one costs nothing and can be forgotten.
 */
export function createMemoryRateLimiter({ now = Date.now, maxKeys = 50_000 } = {}): RateLimiter {
  const fullAt = new Map<string, number>();
  const evictOldest = () => {
    const current = now();
    for (const [key, moment] of fullAt) if (moment <= current) fullAt.delete(key);
    // Still too many callers at once: the ones that have waited longest are let off.
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

/** How many requests go by between two clearings of forgotten buckets. */
const clearEvery = 1000;

/** The same buckets in the control database, for several servers that share it; the database's clock counts. */
export function createSharedRateLimiter(db: ControlDatabase): RateLimiter {
  let taken = 0;
  return {
    async take(key, { limit, windowMs, burst }) {
      if (limit === 0) return 0;
      const interval = windowMs / limit;
      const {
        rows: [row],
      } = await sql<{ early: number }>`
        with moment as (select extract(epoch from clock_timestamp()) * 1000 as ms),
        taken as (
          insert into basechart.rate_limits as bucket (key, full_at_ms) select ${key}, ms + ${interval}::float8 from moment
          on conflict (key) do update set full_at_ms = greatest(bucket.full_at_ms, (select ms from moment)) + ${interval}::float8
            where greatest(bucket.full_at_ms, (select ms from moment)) + ${interval}::float8 <= (select ms from moment) + ${interval * burst}::float8 + 0.001
          returning 1
        )
        select case when exists (select from taken) then 0
          else greatest(1, coalesce((select full_at_ms from basechart.rate_limits where key = ${key}), ms) + ${interval}::float8 - ms - ${interval * burst}::float8) end::float8 as early
        from moment`.execute(db);
      if (++taken % clearEvery === 0) {
        await sql`delete from basechart.rate_limits where full_at_ms < extract(epoch from clock_timestamp()) * 1000`.execute(
          db,
        );
      }
      return row === undefined || row.early <= 0 ? 0 : secondsUntil(row.early);
    },
  };
}
