import { sql, type Kysely } from 'kysely';

/** Transactions that commit staged rows, so that a lost answer can be asked for again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.table_commits (
      project_id int not null references basechart.projects on delete cascade,
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      id uuid not null,
      transaction_id text,
      changes int not null,
      noted_at timestamptz not null default now(),
      primary key (project_id, user_id, id)
    )`.execute(db);
}
