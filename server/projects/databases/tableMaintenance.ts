import type { Engine } from '../engines/engine.ts';

/** Postgres' own defaults for autovacuum, a share of the table and a small constant; and what was never analyzed. */
const tablesInNeed = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where (c.reltuples < 0 and pg_relation_size(c.oid) > 0)
    or s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.n_dead_tup desc`;

/**
 * Replaces the autovacuum daemon where there is none: frees space and updates the planner's statistics. Stops as soon
 * as the engine is needed.
 */
export async function maintainTables(engine: Engine, isWanted: () => boolean): Promise<void> {
  await engine.lease(async ({ client }) => {
    // Counts reach the statistics with a delay that only passes while statements run.
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query<{ name: string }>(tablesInNeed);
    for (const { name } of rows) {
      if (isWanted()) return;
      await client.query(`vacuum (analyze, skip_locked) ${name}`);
    }
  });
}
