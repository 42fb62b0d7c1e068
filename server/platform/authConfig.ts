import { authConfigDefaults, isSmtpEnabled, type AuthConfig } from '../../src/contract/projects/authConfig.ts';
import type { ControlDatabase } from '../database/database.ts';

/** A project's mail settings: the stored ones over the defaults. The password is never returned. */
export async function readAuthConfig(db: ControlDatabase, projectId: number): Promise<AuthConfig> {
  const stored = await db
    .selectFrom('project_auth_configs')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const settings = {
    SMTP_ADMIN_EMAIL: stored?.smtp_admin_email ?? null,
    SMTP_SENDER_NAME: stored?.smtp_sender_name ?? null,
    SMTP_USER: stored?.smtp_user ?? null,
    SMTP_HOST: stored?.smtp_host ?? null,
    SMTP_PORT: stored?.smtp_port ?? authConfigDefaults.SMTP_PORT,
    SMTP_MAX_FREQUENCY: stored?.smtp_max_frequency ?? authConfigDefaults.SMTP_MAX_FREQUENCY,
    RATE_LIMIT_EMAIL_SENT: stored?.rate_limit_email_sent ?? authConfigDefaults.RATE_LIMIT_EMAIL_SENT,
    HOOK_SEND_EMAIL_ENABLED: stored?.hook_send_email_enabled ?? false,
  };
  return { ...settings, ENABLE_SMTP: isSmtpEnabled(settings) };
}
