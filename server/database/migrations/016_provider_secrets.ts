import { sql, type Kysely } from 'kysely';

/** Secrets of a project's apps at the providers that its users sign in with; encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table basechart.project_auth_configs
      add column github_secret text,
      add column google_secret text`.execute(db);
}
