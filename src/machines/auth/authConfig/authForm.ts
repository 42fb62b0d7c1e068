import {
  authSecretNames,
  type AuthConfig,
  type AuthConfigChange,
  type AuthConfigValues,
  type AuthSecretName,
  type OidcProviderChange,
} from '../../../contract/auth/authConfig.ts';
import type { AuthDraft } from '../../../contract/auth/authDraft.ts';
import { contentNames, subjectNames } from '../../../contract/auth/mailTemplates.ts';

/** The settings in the order in which the page shows them, by its sections. */
export const sectionFields = {
  'sign-in': [
    'DISABLE_SIGNUP',
    'EXTERNAL_ANONYMOUS_USERS_ENABLED',
    'EXTERNAL_EMAIL_ENABLED',
    'MAILER_AUTOCONFIRM',
    'MAILER_SECURE_EMAIL_CHANGE_ENABLED',
    'MAILER_OTP_EXP',
    'MAILER_OTP_LENGTH',
    'PASSWORD_MIN_LENGTH',
    'PASSWORD_REQUIRED_CHARACTERS',
    'SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    'SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
    'SECURITY_CAPTCHA_ENABLED',
    'SECURITY_CAPTCHA_PROVIDER',
    'SECURITY_CAPTCHA_SECRET',
  ],
  phone: [
    'EXTERNAL_PHONE_ENABLED',
    'SMS_AUTOCONFIRM',
    'SMS_OTP_EXP',
    'SMS_OTP_LENGTH',
    'SMS_MAX_FREQUENCY',
    'SMS_TEMPLATE',
    'SMS_PROVIDER',
    'SMS_TWILIO_ACCOUNT_SID',
    'SMS_TWILIO_AUTH_TOKEN',
    'SMS_TWILIO_MESSAGE_SERVICE_SID',
  ],
  providers: [
    'EXTERNAL_GITHUB_ENABLED',
    'EXTERNAL_GITHUB_CLIENT_ID',
    'EXTERNAL_GITHUB_SECRET',
    'EXTERNAL_GOOGLE_ENABLED',
    'EXTERNAL_GOOGLE_CLIENT_ID',
    'EXTERNAL_GOOGLE_SECRET',
    'EXTERNAL_OIDC_PROVIDERS',
    'SECURITY_MANUAL_LINKING_ENABLED',
  ],
  mfa: ['MFA_TOTP_ENROLL_ENABLED', 'MFA_TOTP_VERIFY_ENABLED', 'MFA_MAX_ENROLLED_FACTORS'],
  sessions: [
    'JWT_EXP',
    'SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
    'SESSIONS_TIMEBOX',
    'SESSIONS_INACTIVITY_TIMEOUT',
    'SESSIONS_SINGLE_PER_USER',
  ],
  urls: ['SITE_URL', 'URI_ALLOW_LIST'],
  limits: [
    'RATE_LIMIT_EMAIL_SENT',
    'RATE_LIMIT_SMS_SENT',
    'RATE_LIMIT_OTP',
    'RATE_LIMIT_TOKEN_REFRESH',
    'RATE_LIMIT_VERIFY',
    'RATE_LIMIT_ANONYMOUS_USERS',
    'MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
  ],
  templates: [...subjectNames, ...contentNames],
  smtp: [
    'SMTP_ADMIN_EMAIL',
    'SMTP_SENDER_NAME',
    'SMTP_HOST',
    'SMTP_PORT',
    'SMTP_USER',
    'SMTP_PASS',
    'SMTP_MAX_FREQUENCY',
  ],
  hooks: [
    'HOOK_SEND_EMAIL_ENABLED',
    'HOOK_SEND_EMAIL_URI',
    'HOOK_SEND_EMAIL_SECRETS',
    'HOOK_SEND_SMS_ENABLED',
    'HOOK_SEND_SMS_URI',
    'HOOK_SEND_SMS_SECRETS',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof AuthConfigValues | AuthSecretName)[]>>;

export type AuthSection = keyof typeof sectionFields;
export const authSections = Object.keys(sectionFields) as readonly AuthSection[];

/** The section that an address asks for; the first where it names none. */
export const sectionOf = (name: string | undefined): AuthSection =>
  authSections.find((section) => section === name) ?? 'sign-in';

type FieldName = keyof AuthConfigValues | AuthSecretName;

/** What the fields hold: switches, and the texts of everything else. A secret that is stored has no text. */
export type AuthForm = {
  -readonly [Name in FieldName]: Name extends keyof AuthConfigValues
    ? AuthConfigValues[Name] extends boolean
      ? boolean
      : string
    : string;
};

const secrets: ReadonlySet<string> = new Set(authSecretNames);
const entriesOf = (form: AuthForm) => Object.entries(form) as [FieldName, string | boolean][];

/** A list is edited with one address in each line, the providers as JSON. */
function textOf(name: string, value: AuthConfigValues[keyof AuthConfigValues]): string {
  if (Array.isArray(value)) return writeProviders(value);
  return name === 'URI_ALLOW_LIST' ? String(value ?? '').replaceAll(',', '\n') : String(value ?? '');
}

/** The providers of the form, as it keeps them. */
export const writeProviders = (providers: readonly OidcProviderChange[]): string => JSON.stringify(providers);
export const readProviders = (text: string): OidcProviderChange[] =>
  text === '' ? [] : (JSON.parse(text) as OidcProviderChange[]);

const fieldNames: readonly FieldName[] = Object.values(sectionFields).flat();

/** The form as the stored settings fill it in; empty while they are unknown. */
export const formFor = (config: AuthConfig | null): AuthForm =>
  Object.fromEntries(
    fieldNames.map((name) => {
      const value = config === null || secrets.has(name) ? '' : config[name as keyof AuthConfigValues];
      return [name, typeof value === 'boolean' ? value : textOf(name, value)];
    }),
  ) as unknown as AuthForm;

/** A number that cannot be read is refused by the schema. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** What the user has edited, in a section or anywhere. */
export function editedNames(form: AuthForm, config: AuthConfig, section?: AuthSection): FieldName[] {
  const stored = formFor(config);
  const within: readonly FieldName[] = section === undefined ? fieldNames : sectionFields[section];
  return within.filter((name) => form[name] !== stored[name]);
}

function valueOf(name: FieldName, value: string | boolean, config: AuthConfig): unknown {
  if (name === 'EXTERNAL_OIDC_PROVIDERS') return readProviders(String(value));
  const isNumber = !secrets.has(name) && typeof config[name as keyof AuthConfigValues] === 'number';
  return isNumber && typeof value === 'string' ? numberIn(value) : value;
}

/** The edits of a section as the server takes them. */
export function changeOf(form: AuthForm, config: AuthConfig, section: AuthSection): AuthConfigChange {
  const edits = editedNames(form, config, section).map((name) => [name, valueOf(name, form[name], config)]);
  return { ...(Object.fromEntries(edits) as AuthConfigChange), version: config.version };
}

/** The form for newer settings: edits stay, but those that were just saved. */
export function rebase(
  form: AuthForm,
  { from, to, saved = null }: { from: AuthConfig; to: AuthConfig; saved?: AuthSection | null },
): AuthForm {
  const done: ReadonlySet<string> = new Set(saved === null ? [] : sectionFields[saved]);
  const kept = new Set(editedNames(form, from).filter((name) => !done.has(name)));
  return { ...formFor(to), ...Object.fromEntries(entriesOf(form).filter(([name]) => kept.has(name))) };
}

/** The edits that are not saved, without secrets, and the settings that they are based on. */
export function draftOf(form: AuthForm, config: AuthConfig | null): AuthDraft {
  const edits = config === null ? [] : editedNames(form, config).filter((name) => !secrets.has(name));
  return {
    version: config?.version ?? 0,
    edits: Object.fromEntries(
      edits.map((name) => [
        name,
        name === 'EXTERNAL_OIDC_PROVIDERS'
          ? writeProviders(readProviders(form[name]).map(({ client_secret: _secret, ...provider }) => provider))
          : form[name],
      ]),
    ),
  };
}

/** The form with the edits of a draft. What it names must be of the kind that the field holds. */
export function withDraft(form: AuthForm, draft: AuthDraft | null): AuthForm {
  const known = Object.entries(draft?.edits ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(form, name) && !secrets.has(name) && typeof value === typeof form[name as FieldName],
  );
  return { ...form, ...Object.fromEntries(known) };
}
