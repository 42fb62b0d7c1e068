import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.query_runs (
      id uuid not null,
      project_id int not null references basechart.projects on delete cascade,
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      sql text not null,
      started_at timestamptz not null default now(),
      duration_ms int,
      outcome text not null,
      error text,
      backend_pid int,
      primary key (user_id, project_id, id)
    )`.execute(db);
  await sql`create index query_runs_latest on basechart.query_runs (user_id, project_id, started_at desc)`.execute(db);
}
