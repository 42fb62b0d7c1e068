import { sql, type Kysely } from 'kysely';

/** The user of a message sent within a session; decides what a user may read of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.telemetry add column user_id uuid`.execute(db);
  await sql`create index telemetry_users on basechart.telemetry (user_id, id)`.execute(db);
}
