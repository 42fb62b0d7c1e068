import { sql, type Kysely } from 'kysely';

/** A cancel that another server than the one of the run received: Postgres does not say who canceled a statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.query_runs add column cancel_requested boolean not null default false`.execute(db);
}
