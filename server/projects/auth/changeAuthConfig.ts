import { isIP } from 'node:net';
import type * as v from 'valibot';
import {
  authSecretNames,
  paidSettings,
  smtpDefaults,
  type AuthConfig,
  type authConfigChangeSchema,
  type AuthSecretName,
} from '../../../src/contract/auth/authConfig.ts';
import { isLoopback } from '../../../src/contract/common/loopback.ts';
import { planLimitsOf } from '../../../src/contract/organizations/planLimits.ts';
import type { PlanTier } from '../../../src/contract/organizations/plans.ts';
import { isInnerAddress } from '../../common/innerAddress.ts';
import type { AuthConfigSecrets } from '../../database/tables/project.tables.ts';
import { ApiError } from '../../http/errors.ts';
import { openConfigSecret, sealConfigSecret } from '../secrets/projectSecrets.ts';
import {
  configColumns,
  describeConfig,
  noSecrets,
  readOidcSecrets,
  secretColumns,
  type AuthConfigStore,
  type ConfiguredProject,
  type StoredConfig,
} from './authConfig.ts';

type Change = v.InferOutput<typeof authConfigChangeSchema>;

const twilioNames = ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_MESSAGE_SERVICE_SID'] as const;

interface Circumstances {
  tier: PlanTier;
  reachesInner: boolean;
}

/** Refuses a change with which the settings would contradict each other, at the field that the user changed. */
function requireConsistent(change: Change, config: AuthConfig, { tier, reachesInner }: Circumstances): void {
  const refuse = (field: keyof Change, message: string) => {
    throw new ApiError(400, 'validation_failed', message, { fields: { [field]: message } });
  };
  /** Names that lead there are refused when they are used. */
  const refuseInner = (field: keyof Change, address: string) => {
    const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
    if (!reachesInner && (isLoopback(host) || (isIP(host) !== 0 && isInnerAddress(host))))
      refuse(field, `${host} is in the network of this server, which is not allowed here.`);
  };
  const isChanged = (...names: (keyof Change)[]) => names.some((name) => change[name] !== undefined);
  const sendsSms = config.HOOK_SEND_SMS_ENABLED || config.SMS_PROVIDER !== '' || config.SERVER_SHOWS_SMS;
  if (config.EXTERNAL_PHONE_ENABLED && !config.SMS_AUTOCONFIRM && !sendsSms) {
    const changed = (
      ['EXTERNAL_PHONE_ENABLED', 'SMS_AUTOCONFIRM', 'SMS_PROVIDER', 'HOOK_SEND_SMS_ENABLED'] as const
    ).find((name) => isChanged(name));
    if (changed !== undefined)
      refuse(
        changed,
        'Nothing sends SMS, so new users could not confirm their number. Set up an SMS provider or a hook.',
      );
  }
  const smtpNames = ['SMTP_ADMIN_EMAIL', 'SMTP_HOST', 'SMTP_SENDER_NAME', 'SMTP_USER'] as const;
  const sendsEmails = config.ENABLE_SMTP || config.HOOK_SEND_EMAIL_ENABLED || config.SERVER_SENDS_EMAILS;
  if (!config.MAILER_AUTOCONFIRM && !sendsEmails) {
    const message = 'This server sends no emails. Without SMTP, new users could not confirm their address.';
    const removed = smtpNames.find((name) => isChanged(name) && config[name] === null);
    if (isChanged('HOOK_SEND_EMAIL_ENABLED')) refuse('HOOK_SEND_EMAIL_ENABLED', message);
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
  for (const hook of ['HOOK_SEND_EMAIL', 'HOOK_SEND_SMS'] as const) {
    const [enabled, uri, secrets] = [`${hook}_ENABLED`, `${hook}_URI`, `${hook}_SECRETS`] as const;
    if (!isChanged(enabled, uri, secrets)) continue;
    const address = config[uri];
    if (address !== null) refuseInner(uri, address);
    if (!config[enabled]) continue;
    if (address === null) refuse(uri, 'Enter the URL of your endpoint.');
    if (isMissing(secrets)) refuse(secrets, 'Enter or generate the secret that signs the requests.');
  }
  if (isChanged('SMS_PROVIDER', ...twilioNames, 'SMS_TWILIO_AUTH_TOKEN') && config.SMS_PROVIDER === 'twilio') {
    const empty = twilioNames.find((name) => config[name] === null);
    if (empty !== undefined) refuse(empty, 'Enter what Twilio shows for your account.');
    if (isMissing('SMS_TWILIO_AUTH_TOKEN')) refuse('SMS_TWILIO_AUTH_TOKEN', 'Enter the auth token of your account.');
  }
  if (isChanged('EXTERNAL_OIDC_PROVIDERS'))
    for (const { issuer } of config.EXTERNAL_OIDC_PROVIDERS) refuseInner('EXTERNAL_OIDC_PROVIDERS', issuer);
  const { RATE_LIMIT_EMAIL_SENT: limit, SMTP_MAX_FREQUENCY: frequency } = change;
  const needsSmtp = 'Set up SMTP first: the limits of the server hold while it sends the emails.';
  if (limit != null && limit !== config.RATE_LIMIT_EMAIL_SENT) refuse('RATE_LIMIT_EMAIL_SENT', needsSmtp);
  if (frequency != null && frequency !== config.SMTP_MAX_FREQUENCY) refuse('SMTP_MAX_FREQUENCY', needsSmtp);
  if (!planLimitsOf(tier).hasSessionLimits && paidSettings.some((name) => Boolean(change[name])))
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

/**
 * The secrets of the providers after a change. An issuer that was changed does not get the secret of the one before: a
 * member who names a server of their own could read it there.
 */
async function oidcSecretsFor(
  { secretBox }: AuthConfigStore,
  ref: string,
  providers: Change['EXTERNAL_OIDC_PROVIDERS'],
  stored: StoredConfig,
): Promise<string | null> {
  if (providers === undefined) return stored.oidc_secrets;
  if (providers === null || providers.length === 0) return null;
  const known = readOidcSecrets(await openConfigSecret(secretBox, ref, 'oidc_secrets', stored.oidc_secrets));
  const before = stored.settings.EXTERNAL_OIDC_PROVIDERS ?? [];
  const secrets = providers.map(({ id, name, issuer, client_secret: typed = '' }) => {
    const isKept = before.some((provider) => provider.id === id && provider.issuer === issuer);
    const secret = typed === '' && isKept ? known[id] : typed;
    if (secret !== undefined && secret !== '') return [id, secret];
    const message = `Enter the client secret of ${name}.`;
    throw new ApiError(400, 'validation_failed', message, { fields: { EXTERNAL_OIDC_PROVIDERS: message } });
  });
  return await sealConfigSecret(secretBox, ref, 'oidc_secrets', JSON.stringify(Object.fromEntries(secrets)));
}

/** Stores a change; it applies from the next request to the project's auth service on, at every server. */
export async function changeConfig(
  store: AuthConfigStore & Pick<Circumstances, 'reachesInner'>,
  project: ConfiguredProject,
  change: Change,
): Promise<AuthConfig> {
  const { db, secretBox } = store;
  const { version, EXTERNAL_OIDC_PROVIDERS: providers, ...rest } = change;
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
    const merged = {
      ...stored.settings,
      ...Object.fromEntries(changed),
      // Secrets are stored apart.
      ...(providers !== undefined && {
        EXTERNAL_OIDC_PROVIDERS: providers?.map(({ client_secret: _secret, ...provider }) => provider) ?? null,
      }),
    };
    const settings = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value != null),
    ) as StoredConfig['settings'];
    const next: StoredConfig = {
      ...stored,
      smtp_pass: passwordFor(change, stored, settings),
      oidc_secrets: await oidcSecretsFor(store, project.ref, providers, stored),
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
    requireConsistent(change, config, { tier, reachesInner: store.reachesInner });
    await tx
      .updateTable('project_auth_configs')
      .set({ ...next, settings: JSON.stringify(settings) })
      .where('project_id', '=', project.id)
      .execute();
    return config;
  });
}
