import type { Selectable } from 'kysely';
import * as v from 'valibot';
import {
  authSecretNames,
  isSmtpEnabled,
  smtpDefaults,
  type AuthConfig,
  type AuthConfigValues,
  type AuthSecretName,
} from '../../../src/contract/auth/authConfig.ts';
import {
  contentName,
  contentNames,
  mailTemplateKinds,
  subjectName,
  subjectNames,
  type ContentName,
  type SubjectName,
} from '../../../src/contract/auth/mailTemplates.ts';
import { defaultTemplates, type MailTemplates } from '../../auth/authMails.ts';
import { oidcScopes, readProviders, type ExternalProvider } from '../../auth/externalSettings.ts';
import { captchaUrls, readHookSecrets, type HookSettings } from '../../auth/protectionSettings.ts';
import type { AuthSettings } from '../../auth/settings.ts';
import type { ShowSms } from '../../auth/smsSender.ts';
import { readTwilio } from '../../auth/smsSettings.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import type { AuthConfigSecrets, ProjectAuthConfigsTable } from '../../database/tables/project.tables.ts';
import type { MailSettings } from '../../mail/settings.ts';
import { openConfigSecret } from '../secrets/projectSecrets.ts';

export type StoredConfig = Omit<Selectable<ProjectAuthConfigsTable>, 'project_id'>;

/** Settings that the service has under another name, with the same values. */
export const settingNames = {
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
  RATE_LIMIT_SMS_SENT: 'smsRateLimit',
  RATE_LIMIT_TOKEN_REFRESH: 'tokenRateLimit',
  RATE_LIMIT_VERIFY: 'verifyRateLimit',
  SECURITY_MANUAL_LINKING_ENABLED: 'manualLinking',
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 'refreshReuseInterval',
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'requireCurrentPassword',
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'requireReauthentication',
  SESSIONS_INACTIVITY_TIMEOUT: 'sessionInactivity',
  SESSIONS_SINGLE_PER_USER: 'sessionSinglePerUser',
  SESSIONS_TIMEBOX: 'sessionTimebox',
  SITE_URL: 'siteUrl',
  SMS_AUTOCONFIRM: 'phoneAutoconfirm',
  SMS_MAX_FREQUENCY: 'smsFrequency',
  SMS_OTP_EXP: 'smsOtpExpiry',
  SMS_OTP_LENGTH: 'smsOtpLength',
  SMS_TEMPLATE: 'smsTemplate',
  SMTP_MAX_FREQUENCY: 'mailFrequency',
} as const satisfies Partial<Record<keyof AuthConfigValues, keyof AuthSettings>>;

type SharedName = keyof typeof settingNames;
const sharedNames = Object.keys(settingNames) as SharedName[];

/** The columns of the secrets. */
export const secretColumns = {
  EXTERNAL_GITHUB_SECRET: 'github_secret',
  EXTERNAL_GOOGLE_SECRET: 'google_secret',
  HOOK_SEND_EMAIL_SECRETS: 'email_hook_secrets',
  HOOK_SEND_SMS_SECRETS: 'sms_hook_secrets',
  SECURITY_CAPTCHA_SECRET: 'captcha_secret',
  SMS_TWILIO_AUTH_TOKEN: 'twilio_token',
  SMTP_PASS: 'smtp_pass',
} as const satisfies Readonly<Record<AuthSecretName, keyof AuthConfigSecrets>>;
export const configColumns = ['settings', 'version', 'oidc_secrets', ...Object.values(secretColumns)] as const;

export const noSecrets: AuthConfigSecrets = {
  smtp_pass: null,
  captcha_secret: null,
  github_secret: null,
  google_secret: null,
  oidc_secrets: null,
  email_hook_secrets: null,
  sms_hook_secrets: null,
  twilio_token: null,
};
const nothingStored: StoredConfig = { settings: {}, version: 0, ...noSecrets };

export const readStoredConfig = async (db: ControlDatabase, projectId: number): Promise<StoredConfig> =>
  (await db
    .selectFrom('project_auth_configs')
    .select(configColumns)
    .where('project_id', '=', projectId)
    .executeTakeFirst()) ?? nothingStored;

/** No mail has the project's own words. */
const ownTexts = Object.fromEntries([...subjectNames, ...contentNames].map((name) => [name, null])) as Record<
  SubjectName | ContentName,
  null
>;

const mailDefaults = await defaultTemplates();

/** The defaults of a project are the server's own settings. */
function defaultsOf(server: AuthSettings): AuthConfigValues {
  const shared = Object.fromEntries(sharedNames.map((name) => [name, server[settingNames[name]]]));
  return {
    ...(shared as Pick<AuthConfigValues, SharedName>),
    ...smtpDefaults,
    DISABLE_SIGNUP: false,
    EXTERNAL_GITHUB_CLIENT_ID: null,
    EXTERNAL_GITHUB_ENABLED: false,
    EXTERNAL_GOOGLE_CLIENT_ID: null,
    EXTERNAL_GOOGLE_ENABLED: false,
    EXTERNAL_OIDC_PROVIDERS: [],
    HOOK_SEND_EMAIL_ENABLED: false,
    HOOK_SEND_EMAIL_URI: null,
    HOOK_SEND_SMS_ENABLED: false,
    HOOK_SEND_SMS_URI: null,
    PASSWORD_REQUIRED_CHARACTERS: server.passwordRequiredCharacters.join(':'),
    SECURITY_CAPTCHA_ENABLED: false,
    SECURITY_CAPTCHA_PROVIDER: 'hcaptcha',
    SMS_PROVIDER: '',
    SMS_TWILIO_ACCOUNT_SID: null,
    SMS_TWILIO_MESSAGE_SERVICE_SID: null,
    SMTP_ADMIN_EMAIL: null,
    SMTP_HOST: null,
    SMTP_SENDER_NAME: null,
    SMTP_USER: null,
    URI_ALLOW_LIST: server.redirectAllowList.join(','),
    ...ownTexts,
  };
}

/** Of two limits the one that allows less; 0 allows everything. */
const stricterLimit = (one: number, other: number): number =>
  one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);

/** The settings that apply. While the server sends the emails, its own limits hold: the project cannot lift them. */
export function describeConfig(
  { defaults: server, sendsEmails, showSms }: Pick<AuthConfigStore, 'defaults' | 'sendsEmails' | 'showSms'>,
  stored: StoredConfig,
  ref: string,
): AuthConfig {
  const values = { ...defaultsOf(server), ...stored.settings };
  const isEnabled = isSmtpEnabled(values);
  return {
    ...values,
    ...(!isEnabled &&
      !values.HOOK_SEND_EMAIL_ENABLED && {
        RATE_LIMIT_EMAIL_SENT: stricterLimit(values.RATE_LIMIT_EMAIL_SENT, server.mailRateLimit),
        SMTP_MAX_FREQUENCY: Math.max(values.SMTP_MAX_FREQUENCY, server.mailFrequency),
      }),
    ENABLE_SMTP: isEnabled,
    SECRETS_SET: authSecretNames.filter((name) => stored[secretColumns[name]] !== null),
    MAILER_DEFAULTS: mailDefaults,
    CALLBACK_URL: `${projectAuthUrl(server, ref)}/callback`,
    SERVER_SENDS_EMAILS: sendsEmails,
    SERVER_SHOWS_SMS: showSms !== null,
    SERVER_RATE_LIMIT_EMAIL_SENT: server.mailRateLimit,
    SERVER_SMTP_MAX_FREQUENCY: server.mailFrequency,
    version: stored.version,
  };
}

export interface ConfiguredProject {
  id: number;
  ref: string;
  organization_id: number;
}

export interface AuthConfigStore {
  db: ControlDatabase;
  secretBox: SecretBox;
  /** The server's own settings. */
  defaults: AuthSettings;
  /** Whether the server sends the emails of projects without SMTP. */
  sendsEmails: boolean;
  /** Shows the SMS of projects without a provider; null where the server shows none. */
  showSms: ShowSms | null;
}

/** The path of a project's auth service. */
export const projectAuthPath = (ref: string): string => `/project/${ref}/auth/v1`;

/** Its address, at the origin of the dashboard. */
const projectAuthUrl = ({ siteUrl }: AuthSettings, ref: string): string =>
  new URL(siteUrl).origin + projectAuthPath(ref);

const listOf = (text: string, separator: string): string[] => text.split(separator).filter((part) => part !== '');

/** What a project's auth service obeys. */
interface ProjectAuthSettings {
  settings: AuthSettings;
  /** Null where the server sends the emails. */
  mail: MailSettings | null;
  version: number;
}

const hookOf = (isEnabled: boolean, url: string | null, secrets: string | null): HookSettings | null =>
  isEnabled && url !== null && secrets !== null ? { url, secrets: readHookSecrets(secrets) } : null;

/** The mails for which the project has its own subject or text. */
const templatesOf = (config: AuthConfigValues): MailTemplates =>
  Object.fromEntries(
    mailTemplateKinds.map((kind) => {
      const [subject, content] = [config[subjectName(kind)], config[contentName(kind)]];
      return [kind, { ...(subject !== null && { subject }), ...(content !== null && { content }) }];
    }),
  );

/** The secrets of a project's OpenID Connect providers, by their ids. */
type OidcSecrets = Readonly<Record<string, string>>;
export const readOidcSecrets = (text: string | null): OidcSecrets =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(text ?? '{}'));

const oidcProvidersOf = (
  { EXTERNAL_OIDC_PROVIDERS: providers }: AuthConfigValues,
  secrets: OidcSecrets,
): ExternalProvider[] =>
  providers.flatMap(({ id, name, issuer, client_id: clientId }) => {
    const clientSecret = secrets[id];
    return clientSecret === undefined
      ? []
      : [{ id, name, kind: 'oidc' as const, issuer, clientId, clientSecret, scopes: oidcScopes }];
  });

/** The project's settings over the server's own, with its secrets. */
export async function openConfig(
  store: AuthConfigStore,
  { id, ref }: Pick<ConfiguredProject, 'id' | 'ref'>,
): Promise<ProjectAuthSettings> {
  const { db, secretBox, defaults } = store;
  const stored = await readStoredConfig(db, id);
  const config = describeConfig(store, stored, ref);
  const open = (column: keyof AuthConfigSecrets) => openConfigSecret(secretBox, ref, column, stored[column]);
  const password = await open('smtp_pass');
  const captchaSecret = await open('captcha_secret');
  const externalUrl = projectAuthUrl(defaults, ref);
  const shared = Object.fromEntries(sharedNames.map((name) => [settingNames[name], config[name]]));
  return {
    settings: {
      ...defaults,
      ...shared,
      redirectAllowList: listOf(config.URI_ALLOW_LIST, ','),
      passwordRequiredCharacters: listOf(config.PASSWORD_REQUIRED_CHARACTERS, ':'),
      signup: config.DISABLE_SIGNUP ? 'closed' : 'open',
      externalUrl,
      jwtIssuer: externalUrl,
      providers: readProviders(
        {
          githubEnabled: config.EXTERNAL_GITHUB_ENABLED,
          githubClientId: config.EXTERNAL_GITHUB_CLIENT_ID,
          githubSecret: await open('github_secret'),
          githubUrl: defaults.githubUrl,
          googleEnabled: config.EXTERNAL_GOOGLE_ENABLED,
          googleClientId: config.EXTERNAL_GOOGLE_CLIENT_ID,
          googleSecret: await open('google_secret'),
          oidcProviders: oidcProvidersOf(config, readOidcSecrets(await open('oidc_secrets'))),
        },
        // What lacks a secret was refused when it was stored.
        [],
      ),
      sendEmailHook: hookOf(
        config.HOOK_SEND_EMAIL_ENABLED,
        config.HOOK_SEND_EMAIL_URI,
        await open('email_hook_secrets'),
      ),
      sendSmsHook: hookOf(config.HOOK_SEND_SMS_ENABLED, config.HOOK_SEND_SMS_URI, await open('sms_hook_secrets')),
      twilio: readTwilio(
        {
          smsProvider: config.SMS_PROVIDER === '' ? null : config.SMS_PROVIDER,
          twilioUrl: defaults.twilioUrl,
          twilioAccountSid: config.SMS_TWILIO_ACCOUNT_SID,
          twilioAuthToken: await open('twilio_token'),
          twilioSender: config.SMS_TWILIO_MESSAGE_SERVICE_SID,
        },
        [],
      ),
      mailTemplates: templatesOf(config),
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
