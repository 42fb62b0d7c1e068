import { sql, type Kysely } from 'kysely';

/** Lines of projects' logs, and how many there are by minute and hour, so that a chart does not read the lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.project_logs (
      id bigint generated always as identity primary key,
      project_id int not null references basechart.projects on delete cascade,
      source text not null,
      level text not null,
      at timestamptz not null,
      event_message text not null,
      metadata jsonb not null
    )`.execute(db);
  await sql`create index project_logs_all on basechart.project_logs (project_id, at, id)`.execute(db);
  await sql`
    create index project_logs_filtered on basechart.project_logs (project_id, source, level, at, id)`.execute(db);
  await sql`
    create table basechart.project_log_counts (
      project_id int not null references basechart.projects on delete cascade,
      step text not null,
      at timestamptz not null,
      source text not null,
      level text not null,
      lines int not null,
      primary key (project_id, step, at, source, level)
    )`.execute(db);
}
