import { sql, type Kysely } from 'kysely';

/** What a request with this key created. It takes the key with it when it is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.idempotency_keys (
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      key text not null,
      organization_id int references basechart.organizations on delete cascade,
      project_id int references basechart.projects on delete cascade,
      primary key (user_id, key),
      check (num_nonnulls(organization_id, project_id) = 1)
    )`.execute(db);
  await sql`create index idempotency_keys_organization on basechart.idempotency_keys (organization_id)`.execute(db);
  await sql`create index idempotency_keys_project on basechart.idempotency_keys (project_id)`.execute(db);
}
