import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table basechart.projects add column database_bytes bigint, add column measured_at timestamptz`.execute(db);
  // The last run in each project of a list.
  await sql`create index query_runs_by_project on basechart.query_runs (project_id, started_at desc)`.execute(db);
}
