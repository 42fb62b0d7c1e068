import { sql, type Kysely } from 'kysely';

/** Secrets of the providers and programs that a project's auth service asks; encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table basechart.project_auth_configs
      add column oidc_secrets text,
      add column email_hook_secrets text,
      add column sms_hook_secrets text,
      add column twilio_token text`.execute(db);
}
