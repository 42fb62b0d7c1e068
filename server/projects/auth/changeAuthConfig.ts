import type * as v from 'valibot';
import {
  authSecretNames,
  paidSettings,
  smtpDefaults,
  type AuthConfig,
  type authConfigChangeSchema,
  type AuthSecretName,
} from '../../../src/contract/auth/authConfig.ts';
import type { PlanTier } from '../../../src/contract/organizations/plans.ts';
import type { AuthConfigSecrets } from '../../database/tables/project.tables.ts';
import { ApiError } from '../../http/errors.ts';
import { sealConfigSecret } from '../secrets/projectSecrets.ts';
import {
  configColumns,
  describeConfig,
  noSecrets,
  secretColumns,
  type AuthConfigStore,
  type ConfiguredProject,
  type StoredConfig,
} from './authConfig.ts';

type Change = v.InferOutput<typeof authConfigChangeSchema>;

/** Refuses a change with which the settings would contradict each other, at the field that the user changed. */
function requireConsistent(change: Change, config: AuthConfig, tier: PlanTier): void {
  const refuse = (field: keyof Change, message: string) => {
    throw new ApiError(400, 'validation_failed', message, { fields: { [field]: message } });
  };
  const isChanged = (...names: (keyof Change)[]) => names.some((name) => change[name] !== undefined);
  if (
    isChanged('EXTERNAL_PHONE_ENABLED', 'SMS_AUTOCONFIRM') &&
    config.EXTERNAL_PHONE_ENABLED &&
    !config.SMS_AUTOCONFIRM
  )
    refuse('EXTERNAL_PHONE_ENABLED', 'Sign-in by phone needs confirmed numbers, because this version sends no SMS.');
  const smtpNames = ['SMTP_ADMIN_EMAIL', 'SMTP_HOST', 'SMTP_SENDER_NAME', 'SMTP_USER'] as const;
  if (!config.MAILER_AUTOCONFIRM && !config.ENABLE_SMTP && !config.SERVER_SENDS_EMAILS) {
    const message = 'This server sends no emails. Without SMTP, new users could not confirm their address.';
    const removed = smtpNames.find((name) => isChanged(name) && config[name] === null);
    if (isChanged('MAILER_AUTOCONFIRM')) refuse('MAILER_AUTOCONFIRM', message);
    if (removed !== undefined) refuse(removed, message);
  }
  const isMissing = (name: AuthSecretName) => !config.SECRETS_SET.includes(name);
  if (
    isChanged('SECURITY_CAPTCHA_ENABLED', 'SECURITY_CAPTCHA_SECRET') &&
    config.SECURITY_CAPTCHA_ENABLED &&
    isMissing('SECURITY_CAPTCHA_SECRET')
  )
    refuse('SECURITY_CAPTCHA_SECRET', 'Enter the secret key of the captcha service.');
  for (const provider of ['GITHUB', 'GOOGLE'] as const) {
    const [enabled, clientId, secret] = [
      `EXTERNAL_${provider}_ENABLED`,
      `EXTERNAL_${provider}_CLIENT_ID`,
      `EXTERNAL_${provider}_SECRET`,
    ] as const;
    if (!isChanged(enabled, clientId, secret) || !config[enabled]) continue;
    if (config[clientId] === null) refuse(clientId, 'Enter the client ID of your app at the provider.');
    if (isMissing(secret)) refuse(secret, 'Enter the client secret of your app at the provider.');
  }
  const { RATE_LIMIT_EMAIL_SENT: limit, SMTP_MAX_FREQUENCY: frequency } = change;
  const needsSmtp = 'Set up SMTP first: the limits of the server hold while it sends the emails.';
  if (limit != null && limit !== config.RATE_LIMIT_EMAIL_SENT) refuse('RATE_LIMIT_EMAIL_SENT', needsSmtp);
  if (frequency != null && frequency !== config.SMTP_MAX_FREQUENCY) refuse('SMTP_MAX_FREQUENCY', needsSmtp);
  if (tier === 'tier_free' && paidSettings.some((name) => Boolean(change[name])))
    throw new ApiError(403, 'paid_plan_required', 'The free plan does not include session limits.');
}

/**
 * Another SMTP server does not get the password of the one before: a member who names a server of their own could read
 * the password there. A removed server takes its password along.
 */
function passwordFor(change: Change, stored: StoredConfig, settings: StoredConfig['settings']): string | null {
  const { SMTP_HOST: host = null } = settings;
  const portOf = ({ SMTP_PORT: port = smtpDefaults.SMTP_PORT }: StoredConfig['settings']) => port;
  if (stored.smtp_pass === null || host === null) return null;
  if (host === stored.settings.SMTP_HOST && portOf(settings) === portOf(stored.settings)) return stored.smtp_pass;
  const message = 'Enter the password of this server: the stored one belongs to another host or port.';
  if (change.SMTP_PASS === undefined)
    throw new ApiError(400, 'validation_failed', message, { fields: { SMTP_PASS: message } });
  return null;
}

/** Stores a change; it applies from the next request to the project's auth service on, at every server. */
export async function changeConfig(
  store: AuthConfigStore,
  project: ConfiguredProject,
  change: Change,
): Promise<AuthConfig> {
  const { db, secretBox } = store;
  const { version, ...rest } = change;
  const isSecret = (name: string): name is AuthSecretName => Object.hasOwn(secretColumns, name);
  const changed = Object.entries(rest).filter(([name]) => !isSecret(name));
  const sealed: Partial<AuthConfigSecrets> = {};
  for (const name of authSecretNames) {
    const text = change[name];
    const column = secretColumns[name];
    if (text !== undefined)
      sealed[column] = text === null ? null : await sealConfigSecret(secretBox, project.ref, column, text);
  }
  return await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('project_auth_configs')
      .values({ project_id: project.id, version: 0, ...noSecrets })
      .onConflict((conflict) => conflict.column('project_id').doNothing())
      .execute();
    const stored = await tx
      .selectFrom('project_auth_configs')
      .select(configColumns)
      .where('project_id', '=', project.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (version !== undefined && version !== stored.version)
      throw new ApiError(409, 'auth_config_changed', 'Another user has changed these settings meanwhile.');
    const merged = { ...stored.settings, ...Object.fromEntries(changed) };
    const settings = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value != null),
    ) as StoredConfig['settings'];
    const next: StoredConfig = {
      ...stored,
      smtp_pass: passwordFor(change, stored, settings),
      ...sealed,
      settings,
      version: stored.version + 1,
    };
    const config = describeConfig(store, next, project.ref);
    const { tier } = await tx
      .selectFrom('organizations')
      .select('tier')
      .where('id', '=', project.organization_id)
      .executeTakeFirstOrThrow();
    requireConsistent(change, config, tier);
    await tx
      .updateTable('project_auth_configs')
      .set({ ...next, settings: JSON.stringify(settings) })
      .where('project_id', '=', project.id)
      .execute();
    return config;
  });
}
