import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.project_auth_configs (
      project_id int primary key references basechart.projects (id) on delete cascade,
      smtp_admin_email text,
      smtp_sender_name text,
      smtp_user text,
      smtp_host text,
      smtp_pass text,
      smtp_port int,
      smtp_max_frequency int,
      rate_limit_email_sent int,
      hook_send_email_enabled boolean
    )`.execute(db);
}
