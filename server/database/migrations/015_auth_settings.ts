import { sql, type Kysely } from 'kysely';

/** All settings of a project's auth service that differ from the defaults, by their names; secrets stay columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table basechart.project_auth_configs
      add column settings jsonb not null default '{}',
      add column version int not null default 1,
      add column captcha_secret text`.execute(db);
  await sql`
    update basechart.project_auth_configs set settings = jsonb_strip_nulls(jsonb_build_object(
      'SMTP_ADMIN_EMAIL', smtp_admin_email,
      'SMTP_SENDER_NAME', smtp_sender_name,
      'SMTP_USER', smtp_user,
      'SMTP_HOST', smtp_host,
      'SMTP_PORT', smtp_port,
      'SMTP_MAX_FREQUENCY', smtp_max_frequency,
      'RATE_LIMIT_EMAIL_SENT', rate_limit_email_sent
    ))`.execute(db);
  await sql`
    alter table basechart.project_auth_configs
      drop column smtp_admin_email,
      drop column smtp_sender_name,
      drop column smtp_user,
      drop column smtp_host,
      drop column smtp_port,
      drop column smtp_max_frequency,
      drop column rate_limit_email_sent,
      drop column hook_send_email_enabled`.execute(db);
}
