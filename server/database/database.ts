import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { ControlTables } from './tables.ts';

export const controlSchema = 'basechart';

/** The schema of the dashboard's own users, beside the control plane's. */
export const controlAuthSchema = 'basechart_auth';

export type ControlDatabase = Kysely<ControlTables>;

/**
 * The query builder over the control plane's pool. The embedded engine has one session only: inside a transaction use
 * the transaction's builder for everything, because a query on the outer one would deadlock.
 */
export const openControlDatabase = (pool: pg.Pool): ControlDatabase =>
  new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) }).withSchema(controlSchema);
