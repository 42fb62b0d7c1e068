import { sql, type Kysely } from 'kysely';

/** The models that organizations have set for the assistant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.assistant_endpoints (
      organization_id bigint primary key references basechart.organizations (id) on delete cascade,
      url text not null,
      model text not null,
      key text,
      context_tokens integer,
      updated_at timestamptz not null default now()
    )`.execute(db);
}
