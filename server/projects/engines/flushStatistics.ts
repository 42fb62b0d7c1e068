import type { ClientBase } from 'pg';

/** Postgres 14 has no such function, and reports to its statistics sooner. */
const flush = 'do $$ begin perform pg_stat_force_next_flush(); exception when undefined_function then null; end $$';

/** What this session has just done is in the statistics from here on. */
export async function flushStatistics(client: ClientBase): Promise<void> {
  await client.query(flush);
}
