import { sql } from 'kysely';
import { secondsUntil, type RateLimiter } from '../common/rateLimiter.ts';
import type { ControlDatabase } from './database.ts';

/** Number of requests between two cleanups of idle buckets. */
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
