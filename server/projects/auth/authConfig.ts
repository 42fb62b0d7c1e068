import type { Selectable } from 'kysely';
import type * as v from 'valibot';
import {
  isSmtpEnabled,
  paidSettings,
  smtpDefaults,
  type AuthConfig,
  type AuthConfigValues,
  type authConfigChangeSchema,
} from '../../../src/contract/auth/authConfig.ts';
import type { PlanTier } from '../../../src/contract/organizations/plans.ts';
import { captchaUrls } from '../../auth/protectionSettings.ts';
import type { AuthSettings } from '../../auth/settings.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import type { ProjectAuthConfigsTable } from '../../database/tables/project.tables.ts';
import { ApiError } from '../../http/errors.ts';
import type { MailSettings } from '../../mail/settings.ts';
import { openConfigSecret, sealConfigSecret } from '../secrets/projectSecrets.ts';

type StoredConfig = Omit<Selectable<ProjectAuthConfigsTable>, 'project_id'>;
type Change = v.InferOutput<typeof authConfigChangeSchema>;

/** Settings that the service has under another name, with the same values. */
const settingNames = {
  EXTERNAL_ANONYMOUS_USERS_ENABLED: 'anonymousEnabled',
  EXTERNAL_EMAIL_ENABLED: 'emailEnabled',
  EXTERNAL_PHONE_ENABLED: 'phoneEnabled',
  JWT_EXP: 'jwtExpiry',
  MAILER_AUTOCONFIRM: 'autoconfirm',
  MAILER_OTP_EXP: 'otpExpiry',
  MAILER_OTP_LENGTH: 'otpLength',
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'secureEmailChange',
  MFA_MAX_ENROLLED_FACTORS: 'mfaMaxFactors',
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: 'mfaRateLimit',
  MFA_TOTP_ENROLL_ENABLED: 'mfaTotpEnroll',
  MFA_TOTP_VERIFY_ENABLED: 'mfaTotpVerify',
  PASSWORD_MIN_LENGTH: 'passwordMinLength',
  RATE_LIMIT_ANONYMOUS_USERS: 'anonymousRateLimit',
  RATE_LIMIT_EMAIL_SENT: 'mailRateLimit',
  RATE_LIMIT_OTP: 'signupRateLimit',
  RATE_LIMIT_TOKEN_REFRESH: 'tokenRateLimit',
  RATE_LIMIT_VERIFY: 'verifyRateLimit',
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 'refreshReuseInterval',
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'requireCurrentPassword',
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'requireReauthentication',
  SESSIONS_INACTIVITY_TIMEOUT: 'sessionInactivity',
  SESSIONS_SINGLE_PER_USER: 'sessionSinglePerUser',
  SESSIONS_TIMEBOX: 'sessionTimebox',
  SITE_URL: 'siteUrl',
  SMS_AUTOCONFIRM: 'phoneAutoconfirm',
  SMTP_MAX_FREQUENCY: 'mailFrequency',
} as const satisfies Partial<Record<keyof AuthConfigValues, keyof AuthSettings>>;

type SharedName = keyof typeof settingNames;
const sharedNames = Object.keys(settingNames) as SharedName[];

const nothingStored: StoredConfig = { settings: {}, version: 0, smtp_pass: null, captcha_secret: null };

export const readStoredConfig = async (db: ControlDatabase, projectId: number): Promise<StoredConfig> =>
  (await db
    .selectFrom('project_auth_configs')
    .select(['settings', 'version', 'smtp_pass', 'captcha_secret'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()) ?? nothingStored;

/** The defaults of a project are the server's own settings. */
function defaultsOf(server: AuthSettings): AuthConfigValues {
  const shared = Object.fromEntries(sharedNames.map((name) => [name, server[settingNames[name]]]));
  return {
    ...(shared as Pick<AuthConfigValues, SharedName>),
    ...smtpDefaults,
    DISABLE_SIGNUP: false,
    PASSWORD_REQUIRED_CHARACTERS: server.passwordRequiredCharacters.join(':'),
    SECURITY_CAPTCHA_ENABLED: false,
    SECURITY_CAPTCHA_PROVIDER: 'hcaptcha',
    SMTP_ADMIN_EMAIL: null,
    SMTP_HOST: null,
    SMTP_SENDER_NAME: null,
    SMTP_USER: null,
    URI_ALLOW_LIST: server.redirectAllowList.join(','),
  };
}

/** Of two limits the one that allows less; 0 allows everything. */
const stricterLimit = (one: number, other: number): number =>
  one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);

/** The settings that apply. While the server sends the emails, its own limits hold: the project cannot lift them. */
export function describeConfig(stored: StoredConfig, server: AuthSettings): AuthConfig {
  const values = { ...defaultsOf(server), ...stored.settings };
  const isEnabled = isSmtpEnabled(values);
  return {
    ...values,
    ...(!isEnabled && {
      RATE_LIMIT_EMAIL_SENT: stricterLimit(values.RATE_LIMIT_EMAIL_SENT, server.mailRateLimit),
      SMTP_MAX_FREQUENCY: Math.max(values.SMTP_MAX_FREQUENCY, server.mailFrequency),
    }),
    HOOK_SEND_EMAIL_ENABLED: false,
    ENABLE_SMTP: isEnabled,
    SMTP_PASS_SET: stored.smtp_pass !== null,
    SECURITY_CAPTCHA_SECRET_SET: stored.captcha_secret !== null,
    SERVER_RATE_LIMIT_EMAIL_SENT: server.mailRateLimit,
    SERVER_SMTP_MAX_FREQUENCY: server.mailFrequency,
    version: stored.version,
  };
}

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
  if (
    isChanged('SECURITY_CAPTCHA_ENABLED', 'SECURITY_CAPTCHA_SECRET') &&
    config.SECURITY_CAPTCHA_ENABLED &&
    !config.SECURITY_CAPTCHA_SECRET_SET
  )
    refuse('SECURITY_CAPTCHA_SECRET', 'Enter the secret key of the captcha service.');
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

interface Project {
  id: number;
  ref: string;
  organization_id: number;
}

export interface AuthConfigStore {
  db: ControlDatabase;
  secretBox: SecretBox;
  /** The server's own settings. */
  defaults: AuthSettings;
}

/** Stores a change; it applies from the next request to the project's auth service on, at every server. */
export async function changeConfig(
  { db, secretBox, defaults }: AuthConfigStore,
  project: Project,
  change: Change,
): Promise<AuthConfig> {
  const { version, SMTP_PASS: password, SECURITY_CAPTCHA_SECRET: captchaSecret, ...changed } = change;
  const seal = async (name: 'smtp_pass' | 'captcha_secret', text: string | null | undefined) =>
    text == null ? text : await sealConfigSecret(secretBox, project.ref, name, text);
  const sealed = {
    smtp_pass: await seal('smtp_pass', password),
    captcha_secret: await seal('captcha_secret', captchaSecret),
  };
  return await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('project_auth_configs')
      .values({ project_id: project.id, version: 0, smtp_pass: null, captcha_secret: null })
      .onConflict((conflict) => conflict.column('project_id').doNothing())
      .execute();
    const stored = await tx
      .selectFrom('project_auth_configs')
      .select(['settings', 'version', 'smtp_pass', 'captcha_secret'])
      .where('project_id', '=', project.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (version !== undefined && version !== stored.version)
      throw new ApiError(409, 'auth_config_changed', 'Another user has changed these settings meanwhile.');
    const settings = Object.fromEntries(
      Object.entries({ ...stored.settings, ...changed }).filter(([, value]) => value != null),
    ) as StoredConfig['settings'];
    const kept = passwordFor(change, stored, settings);
    const next: StoredConfig = {
      settings,
      version: stored.version + 1,
      smtp_pass: sealed.smtp_pass === undefined ? kept : sealed.smtp_pass,
      captcha_secret: sealed.captcha_secret === undefined ? stored.captcha_secret : sealed.captcha_secret,
    };
    const config = describeConfig(next, defaults);
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

const listOf = (text: string, separator: string): string[] => text.split(separator).filter((part) => part !== '');

/** What a project's auth service obeys. */
export interface ProjectAuthSettings {
  settings: AuthSettings;
  /** Null where the server sends the emails. */
  mail: MailSettings | null;
  version: number;
}

/** The project's settings over the server's own, with its secrets. */
export async function openConfig(
  { db, secretBox, defaults }: AuthConfigStore,
  { id, ref }: Pick<Project, 'id' | 'ref'>,
): Promise<ProjectAuthSettings> {
  const stored = await readStoredConfig(db, id);
  const config = describeConfig(stored, defaults);
  const password = await openConfigSecret(secretBox, ref, 'smtp_pass', stored.smtp_pass);
  const captchaSecret = await openConfigSecret(secretBox, ref, 'captcha_secret', stored.captcha_secret);
  const shared = Object.fromEntries(sharedNames.map((name) => [settingNames[name], config[name]]));
  return {
    settings: {
      ...defaults,
      ...shared,
      redirectAllowList: listOf(config.URI_ALLOW_LIST, ','),
      passwordRequiredCharacters: listOf(config.PASSWORD_REQUIRED_CHARACTERS, ':'),
      signup: config.DISABLE_SIGNUP ? 'closed' : 'open',
      captcha:
        config.SECURITY_CAPTCHA_ENABLED && captchaSecret !== null
          ? { url: defaults.captchaUrl ?? captchaUrls[config.SECURITY_CAPTCHA_PROVIDER], secret: captchaSecret }
          : null,
    },
    mail: config.ENABLE_SMTP
      ? {
          host: config.SMTP_HOST ?? '',
          port: config.SMTP_PORT,
          login: { user: config.SMTP_USER ?? '', pass: password ?? '' },
          from: { name: config.SMTP_SENDER_NAME ?? '', address: config.SMTP_ADMIN_EMAIL ?? '' },
        }
      : null,
    version: stored.version,
  };
}
