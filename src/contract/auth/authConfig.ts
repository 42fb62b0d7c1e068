import * as v from 'valibot';
import { emailSchema } from '../accounts/credentials.ts';
import { grouped } from '../common/counts.ts';
import { isLoopback } from '../common/loopback.ts';
import { passwordMaxLength } from '../common/timing.ts';
import { isHookSecret } from './hookSecret.ts';
import {
  contentNames,
  contentTemplate,
  mailTemplateKinds,
  subjectNames,
  subjectTemplate,
  smsTemplate,
} from './mailTemplates.ts';

/** Settings of a project's auth service, named like the reference server's. Durations are in seconds. */
const switches = [
  'DISABLE_SIGNUP',
  'EXTERNAL_ANONYMOUS_USERS_ENABLED',
  'EXTERNAL_EMAIL_ENABLED',
  'EXTERNAL_GITHUB_ENABLED',
  'EXTERNAL_GOOGLE_ENABLED',
  'EXTERNAL_PHONE_ENABLED',
  'HOOK_SEND_EMAIL_ENABLED',
  'HOOK_SEND_SMS_ENABLED',
  'MAILER_AUTOCONFIRM',
  'MAILER_SECURE_EMAIL_CHANGE_ENABLED',
  'MFA_TOTP_ENROLL_ENABLED',
  'MFA_TOTP_VERIFY_ENABLED',
  'SECURITY_CAPTCHA_ENABLED',
  'SECURITY_MANUAL_LINKING_ENABLED',
  'SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
  'SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
  'SESSIONS_SINGLE_PER_USER',
  'SMS_AUTOCONFIRM',
] as const;

const day = 86_400;
/** A rate limit of 0 disables that limit. */
const perWindow = [0, 1_000_000] as const;

/** The least and the most of each number. */
const ranges = {
  JWT_EXP: [60, 7 * day],
  MAILER_OTP_EXP: [60, 7 * day],
  MAILER_OTP_LENGTH: [6, 10],
  MFA_MAX_ENROLLED_FACTORS: [1, 100],
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: perWindow,
  PASSWORD_MIN_LENGTH: [6, passwordMaxLength],
  RATE_LIMIT_ANONYMOUS_USERS: perWindow,
  RATE_LIMIT_EMAIL_SENT: perWindow,
  RATE_LIMIT_OTP: perWindow,
  RATE_LIMIT_SMS_SENT: perWindow,
  RATE_LIMIT_TOKEN_REFRESH: perWindow,
  RATE_LIMIT_VERIFY: perWindow,
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: [0, 300],
  SESSIONS_INACTIVITY_TIMEOUT: [0, 3_650 * day],
  SESSIONS_TIMEBOX: [0, 3_650 * day],
  SMS_MAX_FREQUENCY: [0, day],
  SMS_OTP_EXP: [10, day],
  SMS_OTP_LENGTH: [6, 10],
  SMTP_MAX_FREQUENCY: [0, day],
  SMTP_PORT: [1, 65_535],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>;
type NumberName = keyof typeof ranges;
const numberNames = Object.keys(ranges) as [NumberName, ...NumberName[]];

/** Texts that may be missing. */
const texts = [
  'EXTERNAL_GITHUB_CLIENT_ID',
  'EXTERNAL_GOOGLE_CLIENT_ID',
  'HOOK_SEND_EMAIL_URI',
  'HOOK_SEND_SMS_URI',
  'SMS_TWILIO_ACCOUNT_SID',
  'SMS_TWILIO_MESSAGE_SERVICE_SID',
  'SMTP_ADMIN_EMAIL',
  'SMTP_HOST',
  'SMTP_SENDER_NAME',
  'SMTP_USER',
] as const;

export const captchaProviders = ['hcaptcha', 'turnstile'] as const;
/** The empty one stands for none. */
const smsProviders = ['', 'twilio'] as const;

/** Stored encrypted, and never sent to clients: they read only whether there is one. */
export const authSecretNames = [
  'EXTERNAL_GITHUB_SECRET',
  'EXTERNAL_GOOGLE_SECRET',
  'HOOK_SEND_EMAIL_SECRETS',
  'HOOK_SEND_SMS_SECRETS',
  'SECURITY_CAPTCHA_SECRET',
  'SMS_TWILIO_AUTH_TOKEN',
  'SMTP_PASS',
] as const;
export type AuthSecretName = (typeof authSecretNames)[number];

/** An OpenID Connect provider of the project's own. Its secret is stored apart. */
const oidcProviderSchema = v.object({
  /** As requests and identities name it. */
  id: v.string(),
  /** As users read it. */
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
});
type OidcProvider = v.InferOutput<typeof oidcProviderSchema>;
/** A provider as it is entered: without a secret, the stored one stays. */
export type OidcProviderChange = OidcProvider & { client_secret?: string | undefined };

/** What is stored for a project, or else a default. */
const authConfigValuesSchema = v.object({
  ...v.entriesFromList(switches, v.boolean()),
  ...v.entriesFromList(numberNames, v.number()),
  ...v.entriesFromList(texts, v.nullable(v.string())),
  SITE_URL: v.string(),
  /** Separated by commas. */
  URI_ALLOW_LIST: v.string(),
  /** Groups of characters, separated by colons. */
  PASSWORD_REQUIRED_CHARACTERS: v.string(),
  SECURITY_CAPTCHA_PROVIDER: v.picklist(captchaProviders),
  EXTERNAL_OIDC_PROVIDERS: v.array(oidcProviderSchema),
  SMS_PROVIDER: v.picklist(smsProviders),
  SMS_TEMPLATE: v.string(),
  /** Null where the mail has the server's own text. */
  ...v.entriesFromList(subjectNames, v.nullable(v.string())),
  ...v.entriesFromList(contentNames, v.nullable(v.string())),
});
export type AuthConfigValues = v.InferOutput<typeof authConfigValuesSchema>;

/** Answer of `GET` and `PATCH …/auth/{ref}/config`. */
export const authConfigSchema = v.object({
  ...authConfigValuesSchema.entries,
  /** Follows from the other settings of SMTP. */
  ENABLE_SMTP: v.boolean(),
  /** The names of the secrets that are stored. */
  SECRETS_SET: v.array(v.picklist(authSecretNames)),
  /** The server's own texts of mails, as templates. */
  MAILER_DEFAULTS: v.object(
    v.entriesFromList(mailTemplateKinds, v.object({ subject: v.string(), content: v.string() })),
  ),
  /** Where providers send users back to: their apps have to allow it. */
  CALLBACK_URL: v.string(),
  /** Whether the server sends the emails of projects without SMTP. */
  SERVER_SENDS_EMAILS: v.boolean(),
  /** Whether the server shows the SMS of projects without a provider, to the user at its machine. */
  SERVER_SHOWS_SMS: v.boolean(),
  /** The most emails in an hour, and the least seconds between two, while the server sends them; 0 for no limit. */
  SERVER_RATE_LIMIT_EMAIL_SENT: v.number(),
  SERVER_SMTP_MAX_FREQUENCY: v.number(),
  /** Grows with each change. */
  version: v.number(),
});
export type AuthConfig = v.InferOutput<typeof authConfigSchema>;

const listMaxEntries = 50;
const addressMaxLength = 2_048;

/** A text that a database can store and a mail header can hold. */
const printable = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `Use at most ${maxLength} characters.`),
    v.check((text) => !/\p{Cc}/u.test(text), 'Use printable characters only.'),
  );

const whole = (least: number, most: number) => {
  const message = `Enter a whole number from ${grouped(least)} to ${grouped(most)}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

const isHttpUrl = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const siteUrl = v.pipe(
  printable(addressMaxLength),
  v.check(isHttpUrl, 'Enter an address that starts with http:// or https://.'),
  v.transform((address) => address.replace(/\/+$/, '')),
);

const partsOf = (text: string, separator: RegExp | string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const allowList = v.pipe(
  v.string(),
  v.transform((text) => partsOf(text, /[,\n]/)),
  v.maxLength(listMaxEntries, `Enter at most ${listMaxEntries} addresses.`),
  v.check((entries) => entries.every((entry) => entry.length <= 300), 'Use at most 300 characters for each address.'),
  v.check(
    (entries) => entries.every((entry) => /^[a-z][a-z\d+.-]*:\/\/[\u0021-\u007E]*$/i.test(entry)),
    'Begin each address with its scheme, such as https://.',
  ),
  v.transform((entries) => entries.join(',')),
);

const host = v.pipe(
  printable(253),
  v.regex(/^(?:[a-z\d:](?:[a-z\d.:-]*[a-z\d])?)?$/i, 'Enter a host name, such as smtp.example.com.'),
);

/** An empty text stands for none. */
const orNone = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    schema,
  ]);

const secret = v.pipe(v.string(), v.nonEmpty('Enter a value.'), v.maxLength(1_000, 'Use at most 1,000 characters.'));

/** Secrets and codes go to these addresses, so they are encrypted on the way to another machine. */
const serviceAddress = v.pipe(
  printable(addressMaxLength),
  v.check((address) => {
    if (!isHttpUrl(address)) return false;
    const { protocol, hostname, username } = new URL(address);
    return username === '' && (protocol === 'https:' || isLoopback(hostname));
  }, 'Enter an address that starts with https://.'),
);

const hookSecret = v.pipe(
  v.string(),
  v.maxLength(1_000, 'Use at most 1,000 characters.'),
  v.check(isHookSecret, 'Enter v1,whsec_ and a key in base64, or generate one.'),
);

/** Words that identities and settings use for something else. */
const reservedProviders = new Set([
  'email',
  'phone',
  'password',
  'anonymous_users',
  'github',
  'google',
  'saml',
  'web3',
  'constructor',
  '__proto__',
]);
/** The id of an OpenID Connect provider. */
export const isOidcProviderId = (id: string): boolean =>
  /^[a-z][a-z\d_-]{0,31}$/.test(id) && !reservedProviders.has(id);

const oidcMaxProviders = 20;
const oidcProviders = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(
        v.string(),
        v.check(
          isOidcProviderId,
          'Begin the ID of a provider with a letter, and use up to 32 lowercase letters, digits, - and _.',
        ),
      ),
      name: v.pipe(printable(40), v.nonEmpty('Enter the name of each provider.')),
      issuer: serviceAddress,
      client_id: v.pipe(printable(255), v.nonEmpty('Enter the client ID of each provider.')),
      client_secret: v.optional(v.pipe(v.string(), v.maxLength(1_000, 'Use at most 1,000 characters.'))),
    }),
  ),
  v.maxLength(oidcMaxProviders, `Enter at most ${oidcMaxProviders} providers.`),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Give each provider another ID.'),
);

/** `null` stands for the default. */
const change = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

const numberChanges = Object.fromEntries(
  numberNames.map((name) => [name, change(whole(ranges[name][0], ranges[name][1]))]),
) as unknown as Record<NumberName, ReturnType<typeof change<ReturnType<typeof whole>>>>;

/** Body of `PATCH …/auth/{ref}/config`: what changes. A setting that the service does not have is refused. */
export const authConfigChangeSchema = v.strictObject({
  ...v.entriesFromList(switches, change(v.boolean())),
  ...numberChanges,
  SITE_URL: change(siteUrl),
  URI_ALLOW_LIST: change(allowList),
  PASSWORD_REQUIRED_CHARACTERS: change(printable(500)),
  EXTERNAL_GITHUB_CLIENT_ID: change(orNone(printable(255))),
  EXTERNAL_GOOGLE_CLIENT_ID: change(orNone(printable(255))),
  SECURITY_CAPTCHA_PROVIDER: change(v.picklist(captchaProviders, 'Choose one of the providers.')),
  ...v.entriesFromList(authSecretNames, change(secret)),
  HOOK_SEND_EMAIL_SECRETS: change(hookSecret),
  HOOK_SEND_SMS_SECRETS: change(hookSecret),
  HOOK_SEND_EMAIL_URI: change(orNone(serviceAddress)),
  HOOK_SEND_SMS_URI: change(orNone(serviceAddress)),
  EXTERNAL_OIDC_PROVIDERS: change(oidcProviders),
  SMS_PROVIDER: change(v.picklist(smsProviders, 'Choose one of the providers.')),
  SMS_TEMPLATE: change(orNone(smsTemplate)),
  SMS_TWILIO_ACCOUNT_SID: change(orNone(printable(64))),
  SMS_TWILIO_MESSAGE_SERVICE_SID: change(orNone(printable(64))),
  ...v.entriesFromList(subjectNames, change(orNone(subjectTemplate))),
  ...v.entriesFromList(contentNames, change(orNone(contentTemplate))),
  SMTP_ADMIN_EMAIL: change(orNone(emailSchema)),
  SMTP_HOST: change(orNone(host)),
  SMTP_SENDER_NAME: change(orNone(printable(200))),
  SMTP_USER: change(orNone(printable(255))),
  /** The version that the change is based on. Another one is refused; without it, the change applies anyway. */
  version: v.optional(v.number()),
});
export type AuthConfigChange = v.InferInput<typeof authConfigChangeSchema>;

/** Answer of `POST …/auth/{ref}/config/test-email`: the address of the user who asked. */
export const testEmailSchema = v.object({ sent_to: v.string() });
export type TestEmail = v.InferOutput<typeof testEmailSchema>;

/** The specification's section 5. */
export const smtpDefaults = { SMTP_PORT: 465 } as const;

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

/** Session limits belong to the paid plans. */
export const paidSettings = [
  'SESSIONS_TIMEBOX',
  'SESSIONS_INACTIVITY_TIMEOUT',
  'SESSIONS_SINGLE_PER_USER',
] as const satisfies (keyof AuthConfigValues)[];
