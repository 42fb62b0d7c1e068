import * as v from 'valibot';

/**
 * A project's mail settings: `GET …/auth/{ref}/config`. SMTP_PASS is never sent; ENABLE_SMTP follows from the others
 * (specification, section 5).
 */
export const authConfigSchema = v.object({
  SMTP_ADMIN_EMAIL: v.nullable(v.string()),
  SMTP_SENDER_NAME: v.nullable(v.string()),
  SMTP_USER: v.nullable(v.string()),
  SMTP_HOST: v.nullable(v.string()),
  SMTP_PORT: v.number(),
  SMTP_MAX_FREQUENCY: v.number(),
  RATE_LIMIT_EMAIL_SENT: v.number(),
  HOOK_SEND_EMAIL_ENABLED: v.boolean(),
  ENABLE_SMTP: v.boolean(),
});
export type AuthConfig = v.InferOutput<typeof authConfigSchema>;

/** Defaults of the specification's section 5. */
export const authConfigDefaults = { SMTP_PORT: 465, SMTP_MAX_FREQUENCY: 60, RATE_LIMIT_EMAIL_SENT: 30 } as const;

type SmtpSettings = Pick<
  AuthConfig,
  'SMTP_ADMIN_EMAIL' | 'SMTP_SENDER_NAME' | 'SMTP_USER' | 'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_MAX_FREQUENCY'
>;

/** SMTP counts as enabled only when all settings are set. */
export const isSmtpEnabled = (settings: SmtpSettings): boolean =>
  Boolean(
    settings.SMTP_ADMIN_EMAIL &&
    settings.SMTP_SENDER_NAME &&
    settings.SMTP_USER &&
    settings.SMTP_HOST &&
    settings.SMTP_PORT,
  ) && settings.SMTP_MAX_FREQUENCY >= 0;
