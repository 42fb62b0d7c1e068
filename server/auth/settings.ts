import type { JWK } from 'jose';
import * as v from 'valibot';
import { flag, httpUrl, text, wholeNumber, type SettingValues } from '../common/settings.ts';

const seconds = wholeNumber(0, 10 * 365 * 86_400);
const perWindow = wholeNumber(0, 1_000_000);

const isJwk = (value: unknown): value is JWK =>
  typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';

export const canSign = ({ key_ops: operations }: JWK): boolean =>
  Array.isArray(operations) && operations.includes('sign');

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
    help: 'Address at which clients reach the auth service, and the default issuer of its tokens.',
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
    help: 'Treat email addresses as confirmed at sign-up. This version sends no confirmation email, so it cannot be false.',
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
    help: 'Sign-up and sign-in by phone and password. Needs GOTRUE_SMS_AUTOCONFIRM, because this version sends no SMS.',
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
    help: 'Sign-up without email, phone or password.',
  },
  passwordMinLength: {
    env: 'GOTRUE_PASSWORD_MIN_LENGTH',
    fallback: '6',
    schema: wholeNumber(1, 99),
    help: 'Minimum length of a password.',
  },
  passwordRequiredCharacters: {
    env: 'GOTRUE_PASSWORD_REQUIRED_CHARACTERS',
    fallback: '',
    schema: v.pipe(
      v.string(),
      v.transform((groups) => groups.split(':').filter((group) => group !== '')),
    ),
    help: 'Groups of characters, separated by colons. A password needs at least one character of each group.',
  },
  requireCurrentPassword: {
    env: 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    fallback: 'false',
    schema: flag,
    help: 'Changing a password needs the current one.',
  },
  jwtSecret: {
    env: 'GOTRUE_JWT_SECRET',
    fallback: null,
    secret: true,
    schema: v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
    help: 'Shared secret. HS256 tokens signed with it are accepted, and it signs tokens when GOTRUE_JWT_KEYS is unset. Without either, the server creates an ES256 key at the first start.',
  },
  jwtKeys: {
    env: 'GOTRUE_JWT_KEYS',
    fallback: null,
    secret: true,
    schema: jwks,
    help: 'JSON array of JWKs. The key whose key_ops contains "sign" signs tokens; all keys verify them.',
  },
  jwtExpiry: {
    env: 'GOTRUE_JWT_EXP',
    fallback: '3600',
    schema: wholeNumber(1, 604_800),
    help: 'Lifetime of an access token in seconds.',
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
    help: 'Seconds for which a refresh token still works after its first use.',
  },
  sessionTimebox: {
    env: 'GOTRUE_SESSIONS_TIMEBOX',
    fallback: '0',
    schema: seconds,
    help: 'Seconds after which a session ends; 0 for never.',
  },
  sessionInactivity: {
    env: 'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT',
    fallback: '0',
    schema: seconds,
    help: 'Seconds without a refresh after which a session ends; 0 for never.',
  },
  sessionSinglePerUser: {
    env: 'GOTRUE_SESSIONS_SINGLE_PER_USER',
    fallback: 'false',
    schema: flag,
    help: "Refresh only a user's newest session.",
  },
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
    help: 'Sign-ins and refreshes per address in 5 minutes.',
  },
  signupRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_OTP',
    fallback: '30',
    schema: perWindow,
    help: 'Sign-ups per address in 5 minutes. Changes to a user have a limit of the same size.',
  },
  anonymousRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS',
    fallback: '30',
    schema: perWindow,
    help: 'Anonymous sign-ups per address in an hour.',
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
  readonly siteUrl: string;
  readonly externalUrl: string;
  readonly jwtIssuer: string;
  readonly signup: SignupPolicy;
}
