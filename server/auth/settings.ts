import type { JWK } from 'jose';
import * as v from 'valibot';
import { newPasswordMinLength } from '../../src/contract/accounts/newCredentials.ts';
import type { CaptchaConfig } from '../../src/contract/common/runtimeConfig.ts';
import { passwordMaxLength } from '../../src/contract/common/timing.ts';
import { flag, httpUrl, list, text, wholeNumber, type SettingValues } from '../common/settings.ts';
import type { MailTemplates } from './authMails.ts';
import { externalSettingDefinitions, type ExternalProvider } from './externalSettings.ts';
import { canSign, hasKnownAlgorithm, isLongEnough } from './jwk.ts';
import { protectionSettingDefinitions, type CaptchaSettings, type HookSettings } from './protectionSettings.ts';
import { smsSettingDefinitions, type TwilioSettings } from './smsSettings.ts';

const seconds = wholeNumber(0, 10 * 365 * 86_400);
const perWindow = wholeNumber(0, 1_000_000);

const isJwk = (value: unknown): value is JWK =>
  typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';

function parsed(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

const jwks = v.pipe(
  v.string(),
  v.transform(parsed),
  v.custom<JWK[]>(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isJwk),
    'must be a JSON array of JWKs',
  ),
  v.check((keys) => keys.filter(canSign).length === 1, 'must have exactly one key whose key_ops has "sign"'),
  v.check((keys) => keys.every(hasKnownAlgorithm), 'has a key whose alg does not belong to its type'),
  v.check((keys) => keys.every(isLongEnough), 'has a shared secret of less than 32 bytes'),
  v.check((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'must have a different kid for each key'),
);

/**
 * The auth service's settings, named like the reference server's. A rate limit of 0 disables that limit. Durations are
 * in seconds.
 */
export const authSettingDefinitions = {
  siteUrl: {
    env: 'GOTRUE_SITE_URL',
    fallback: null,
    fallbackHelp: "the server's address",
    schema: httpUrl,
    help: 'URL of the app that users sign in to.',
  },
  externalUrl: {
    env: 'API_EXTERNAL_URL',
    fallback: null,
    fallbackHelp: "the server's address and /auth/v1",
    schema: httpUrl,
    help: 'URL at which clients reach the auth service; also the default issuer of its tokens.',
  },
  disableSignup: {
    env: 'GOTRUE_DISABLE_SIGNUP',
    fallback: null,
    fallbackHelp: 'false; self-hosted: true after the first user',
    schema: flag,
    help: 'Disable sign-ups.',
  },
  autoconfirm: {
    env: 'GOTRUE_MAILER_AUTOCONFIRM',
    fallback: 'true',
    schema: flag,
    help: 'Treat email addresses as confirmed at sign-up. If false, a new user must follow the link in an email first.',
  },
  secureEmailChange: {
    env: 'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED',
    fallback: 'true',
    schema: flag,
    help: 'Require confirmation from the current email address too when a user changes it. With GOTRUE_MAILER_AUTOCONFIRM, either address is enough.',
  },
  otpExpiry: {
    env: 'GOTRUE_MAILER_OTP_EXP',
    fallback: '3600',
    schema: wholeNumber(1, 7 * 86_400),
    help: 'Lifetime, in seconds, of the link and the code in an email.',
  },
  otpLength: {
    env: 'GOTRUE_MAILER_OTP_LENGTH',
    fallback: '6',
    schema: wholeNumber(6, 10),
    help: 'Number of digits of the code in an email.',
  },
  redirectAllowList: {
    env: 'GOTRUE_URI_ALLOW_LIST',
    fallback: '',
    schema: list,
    help: 'URLs that links in emails can lead to in addition to GOTRUE_SITE_URL, separated by commas, such as https://*.example.com/**. `*` matches anything but `.` and `/`, `**` anything within the host or the path, `?` one character.',
  },
  emailEnabled: {
    env: 'GOTRUE_EXTERNAL_EMAIL_ENABLED',
    fallback: 'true',
    schema: flag,
    help: 'Sign-up and sign-in by email.',
  },
  phoneEnabled: {
    env: 'GOTRUE_EXTERNAL_PHONE_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Sign-up and sign-in by phone, with a password or a code. Without GOTRUE_SMS_AUTOCONFIRM, the server needs a way to send SMS.',
  },
  phoneAutoconfirm: {
    env: 'GOTRUE_SMS_AUTOCONFIRM',
    fallback: 'false',
    schema: flag,
    help: 'Treat phone numbers as confirmed at sign-up.',
  },
  anonymousEnabled: {
    env: 'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Anonymous sign-up: without email, phone, or password.',
  },
  passwordMinLength: {
    env: 'GOTRUE_PASSWORD_MIN_LENGTH',
    fallback: String(newPasswordMinLength),
    schema: wholeNumber(newPasswordMinLength, passwordMaxLength),
    help: `Minimum length of a password. It cannot be less than ${newPasswordMinLength}, which the sign-up form requires.`,
  },
  passwordRequiredCharacters: {
    env: 'GOTRUE_PASSWORD_REQUIRED_CHARACTERS',
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((groups) => groups.split(':').filter((group) => group !== '')),
    ),
    help: 'Groups of characters, separated by colons. A password needs at least one character from each group.',
  },
  requireCurrentPassword: {
    env: 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    fallback: 'false',
    schema: flag,
    help: 'Require the current password to change it.',
  },
  requireReauthentication: {
    env: 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
    fallback: 'false',
    schema: flag,
    help: 'Require a code from an email to change a password more than 24 hours after signing in.',
  },
  jwtSecret: {
    env: 'GOTRUE_JWT_SECRET',
    fallback: null,
    secret: true,
    schema: v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
    help: 'Shared secret. The server accepts HS256 tokens signed with it, and signs tokens with it when GOTRUE_JWT_KEYS is unset. Without either, the server creates an ES256 key at the first start.',
  },
  jwtKeys: {
    env: 'GOTRUE_JWT_KEYS',
    fallback: null,
    secret: true,
    schema: jwks,
    help: 'JSON array of JWKs. The key whose key_ops contains "sign" signs tokens; all keys verify them. To rotate it, first add the next key, then keep the previous one until its last token has expired.',
  },
  jwtKeyDays: {
    env: 'BASECHART_JWT_KEY_DAYS',
    fallback: '90',
    schema: wholeNumber(0, 3_650),
    help: 'Days after which the server rotates a signing key that it created; 0 means never. The next key is published as soon as the current one signs, and the previous one until its last token has expired.',
  },
  jwtExpiry: {
    env: 'GOTRUE_JWT_EXP',
    fallback: '3600',
    schema: wholeNumber(1, 604_800),
    help: 'Lifetime of an access token, in seconds.',
  },
  jwtAudience: { env: 'GOTRUE_JWT_AUD', fallback: 'authenticated', schema: text, help: 'Audience of access tokens.' },
  jwtIssuer: {
    env: 'GOTRUE_JWT_ISSUER',
    fallback: null,
    fallbackHelp: 'API_EXTERNAL_URL',
    schema: text,
    help: 'Issuer of access tokens.',
  },
  refreshReuseInterval: {
    env: 'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
    fallback: '10',
    schema: seconds,
    help: 'Seconds during which a used refresh token still works.',
  },
  sessionTimebox: {
    env: 'GOTRUE_SESSIONS_TIMEBOX',
    fallback: '0',
    schema: seconds,
    help: 'Maximum lifetime of a session, in seconds. 0 means no limit.',
  },
  sessionInactivity: {
    env: 'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT',
    fallback: '0',
    schema: seconds,
    help: 'Seconds without a refresh after which a session ends. 0 means no limit.',
  },
  sessionSinglePerUser: {
    env: 'GOTRUE_SESSIONS_SINGLE_PER_USER',
    fallback: 'false',
    schema: flag,
    help: 'Allow one session per user: only the newest one can be refreshed.',
  },
  mfaTotpEnroll: {
    env: 'GOTRUE_MFA_TOTP_ENROLL_ENABLED',
    fallback: 'true',
    schema: flag,
    help: 'Let users add an authenticator app as a second factor.',
  },
  mfaTotpVerify: {
    env: 'GOTRUE_MFA_TOTP_VERIFY_ENABLED',
    fallback: 'true',
    schema: flag,
    help: 'Accept codes from authenticator apps.',
  },
  mfaMaxFactors: {
    env: 'GOTRUE_MFA_MAX_ENROLLED_FACTORS',
    fallback: '10',
    schema: wholeNumber(1, 100),
    help: 'Maximum number of second factors per user.',
  },
  mfaChallengeExpiry: {
    env: 'GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION',
    fallback: '300',
    schema: wholeNumber(1, 86_400),
    help: 'Seconds after a request within which the code of a second factor must be entered.',
  },
  mfaFactorExpiry: {
    env: 'GOTRUE_MFA_FACTOR_EXPIRY_DURATION',
    fallback: '300',
    schema: wholeNumber(1, 86_400),
    help: 'Seconds within which a new second factor must be verified.',
  },
  mfaRateLimit: {
    env: 'GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
    fallback: '15',
    schema: perWindow,
    help: 'Requests and codes of second factors per IP address per minute.',
  },
  auditDays: {
    env: 'BASECHART_AUTH_EVENT_DAYS',
    fallback: '90',
    schema: wholeNumber(1, 3_650),
    help: 'Days to keep the log of sign-ins and account changes that each user can read, at most 100 of each kind.',
  },
  samlEnabled: {
    env: 'GOTRUE_SAML_ENABLED',
    fallback: 'false',
    schema: flag,
    help: "Let users sign in with their organization's identity provider, through SAML 2.0.",
  },
  samlRateLimit: {
    env: 'GOTRUE_SAML_RATE_LIMIT_ASSERTION',
    fallback: '15',
    schema: perWindow,
    help: 'Responses of SAML identity providers per IP address in 5 minutes.',
  },
  ...smsSettingDefinitions,
  ...externalSettingDefinitions,
  ...protectionSettingDefinitions,
  requestTimeLimit: {
    env: 'GOTRUE_API_MAX_REQUEST_DURATION',
    fallback: '10',
    schema: wholeNumber(1, 3600),
    help: 'Seconds after which a request to the auth service times out.',
  },
  tokenRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_TOKEN_REFRESH',
    fallback: '150',
    schema: perWindow,
    help: 'Sign-ins and refreshes per IP address in 5 minutes.',
  },
  signupRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_OTP',
    fallback: '30',
    schema: perWindow,
    help: 'Sign-ups per IP address in 5 minutes. The same limit applies separately to changes to a user and to each kind of request for an email.',
  },
  verifyRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_VERIFY',
    fallback: '30',
    schema: perWindow,
    help: 'Uses of links and codes from emails per IP address in 5 minutes.',
  },
  codeRateLimit: {
    env: 'BASECHART_RATE_LIMIT_CODES',
    fallback: '20',
    schema: perWindow,
    help: 'Attempts to enter a code per hour for an email address or a second factor, from all IP addresses together.',
  },
  mailFrequency: {
    env: 'GOTRUE_SMTP_MAX_FREQUENCY',
    fallback: '60',
    schema: wholeNumber(0, 86_400),
    help: 'Minimum time between two emails of the same kind to an address, in seconds.',
  },
  mailRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_EMAIL_SENT',
    fallback: '30',
    schema: perWindow,
    help: 'Requests for emails per hour from all users together. Does not apply with GOTRUE_MAILER_AUTOCONFIRM.',
  },
  anonymousRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS',
    fallback: '30',
    schema: perWindow,
    help: 'Anonymous sign-ups per IP address per hour.',
  },
} as const;

type AuthSettingValues = SettingValues<typeof authSettingDefinitions>;

/** `firstOnly`: only the first user may sign up. */
export type SignupPolicy = 'open' | 'firstOnly' | 'closed';

/** Options of an auth service; addresses are resolved, because they may depend on the port. */
export interface AuthSettings extends Omit<
  AuthSettingValues,
  'siteUrl' | 'externalUrl' | 'jwtIssuer' | 'disableSignup'
> {
  /** Those that are enabled. */
  readonly providers: readonly ExternalProvider[];
  /** Null where no captcha is asked for. */
  readonly captcha: CaptchaSettings | null;
  /** The captcha on the dashboard's own sign-in pages. */
  readonly captchaWidget: CaptchaConfig | null;
  /** Null where this service sends its mails itself. */
  readonly sendEmailHook: HookSettings | null;
  readonly sendSmsHook: HookSettings | null;
  /** Null where no provider sends SMS. */
  readonly twilio: TwilioSettings | null;
  /** The mails that do not have the text of this server. */
  readonly mailTemplates: MailTemplates;
  readonly siteUrl: string;
  readonly externalUrl: string;
  readonly jwtIssuer: string;
  readonly signup: SignupPolicy;
}
