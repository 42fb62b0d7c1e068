import { sql, type Kysely } from 'kysely';

/** Whose message it was, where a session sent it: what somebody may be shown of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.telemetry add column user_id uuid`.execute(db);
  await sql`create index telemetry_users on basechart.telemetry (user_id, id)`.execute(db);
}
