import { sql, type Kysely } from 'kysely';

/** One row per project and hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.project_requests (
      project_id int not null references basechart.projects on delete cascade,
      hour timestamptz not null,
      requests bigint not null,
      primary key (project_id, hour)
    )`.execute(db);
  await sql`
    create table basechart.project_sizes (
      project_id int not null references basechart.projects on delete cascade,
      hour timestamptz not null,
      bytes bigint not null,
      primary key (project_id, hour)
    )`.execute(db);
}
