import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.snippets (
      project_id int not null references basechart.projects on delete cascade,
      owner_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      id uuid not null,
      name text not null,
      sql text not null,
      version int not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (owner_id, project_id, id)
    )`.execute(db);
}
