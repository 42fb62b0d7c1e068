import * as v from 'valibot';
import { captchaProviders } from '../../src/contract/accounts/captchaProviders.ts';
import { hookSecretPrefix, isHookSecret } from '../../src/contract/auth/hookSecret.ts';
import { isLoopback } from '../../src/contract/common/loopback.ts';
import type { CaptchaConfig } from '../../src/contract/common/runtimeConfig.ts';
import { flag, httpUrl, oneOf } from '../common/settings.ts';

export interface CaptchaSettings {
  /** Where tokens are verified. */
  url: string;
  secret: string;
}

export interface HookSettings {
  url: string;
  /** Keys of the signature: a new one is added before the old one is removed. */
  secrets: readonly Buffer[];
}

/** Secrets go to these addresses, so they are encrypted on the way to another machine. */
const secureUrl = v.pipe(
  httpUrl,
  v.check((address) => {
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' || isLoopback(hostname);
  }, 'must be an https address'),
);

/** The keys of a hook's signature, as the settings write them. */
export const readHookSecrets = (text: string): Buffer[] =>
  text.split('|').map((secret) => Buffer.from(secret.slice(hookSecretPrefix.length), 'base64'));

const hookSecrets = v.pipe(
  v.string(),
  v.check(isHookSecret, 'must be v1,whsec_ and a key in base64'),
  v.transform(readHookSecrets),
);

/** Settings of services that this one asks, named like the reference server's. */
export const protectionSettingDefinitions = {
  captchaEnabled: {
    env: 'GOTRUE_SECURITY_CAPTCHA_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Require a solved captcha to sign up, to sign in with a password and to request an email.',
  },
  captchaProvider: {
    env: 'GOTRUE_SECURITY_CAPTCHA_PROVIDER',
    fallback: 'hcaptcha',
    schema: oneOf(['hcaptcha', 'turnstile']),
    help: 'Service that verifies captchas.',
  },
  captchaSecret: {
    env: 'GOTRUE_SECURITY_CAPTCHA_SECRET',
    fallback: null,
    secret: true,
    schema: v.string(),
    help: 'Secret key from that service.',
  },
  captchaUrl: {
    env: 'BASECHART_CAPTCHA_URL',
    fallback: null,
    fallbackHelp: "the service's URL",
    schema: secureUrl,
    help: 'URL at which captchas are verified.',
  },
  captchaSiteKey: {
    env: 'BASECHART_CAPTCHA_SITE_KEY',
    fallback: null,
    schema: v.pipe(v.string(), v.trim(), v.maxLength(200, 'must have at most 200 characters')),
    help: "Site key from that service. The dashboard's sign-in pages use it to show the captcha.",
  },
  captchaScriptUrl: {
    env: 'BASECHART_CAPTCHA_SCRIPT_URL',
    fallback: null,
    fallbackHelp: "the service's URL",
    schema: secureUrl,
    help: "URL of the script that shows captchas, for browsers that reach the service through a proxy. The page then allows the script's origin instead of the service's.",
  },
  hookSendEmailEnabled: {
    env: 'GOTRUE_HOOK_SEND_EMAIL_ENABLED',
    fallback: 'false',
    schema: flag,
    help: "Send the auth service's emails through an HTTP endpoint that you run.",
  },
  hookSendEmailUri: {
    env: 'GOTRUE_HOOK_SEND_EMAIL_URI',
    fallback: null,
    schema: secureUrl,
    help: 'URL of that endpoint.',
  },
  hookSendEmailSecrets: {
    env: 'GOTRUE_HOOK_SEND_EMAIL_SECRETS',
    fallback: null,
    secret: true,
    schema: hookSecrets,
    help: 'Keys that sign the requests to it: v1,whsec_ followed by base64, separated by |.',
  },
  hookSendSmsEnabled: {
    env: 'GOTRUE_HOOK_SEND_SMS_ENABLED',
    fallback: 'false',
    schema: flag,
    help: "Send the auth service's SMS through an HTTP endpoint that you run.",
  },
  hookSendSmsUri: {
    env: 'GOTRUE_HOOK_SEND_SMS_URI',
    fallback: null,
    schema: secureUrl,
    help: 'URL of that endpoint.',
  },
  hookSendSmsSecrets: {
    env: 'GOTRUE_HOOK_SEND_SMS_SECRETS',
    fallback: null,
    secret: true,
    schema: hookSecrets,
    help: 'Keys that sign the requests to it: v1,whsec_ followed by base64, separated by |.',
  },
} as const;

export const captchaUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

interface ProtectionValues {
  captchaEnabled: boolean;
  captchaProvider: keyof typeof captchaUrls;
  captchaSecret: string | null;
  captchaUrl: string | null;
  captchaSiteKey: string | null;
  captchaScriptUrl: string | null;
  hookSendEmailEnabled: boolean;
  hookSendEmailUri: string | null;
  hookSendEmailSecrets: readonly Buffer[] | null;
  hookSendSmsEnabled: boolean;
  hookSendSmsUri: string | null;
  hookSendSmsSecrets: readonly Buffer[] | null;
}

/** What is enabled; what it lacks is added to `problems`. */
export function readProtection(
  values: ProtectionValues,
  problems: string[],
): {
  captcha: CaptchaSettings | null;
  captchaWidget: CaptchaConfig | null;
  sendEmailHook: HookSettings | null;
  sendSmsHook: HookSettings | null;
} {
  const { captchaSecret: secret, captchaSiteKey: siteKey, captchaProvider: provider } = values;
  if (values.captchaEnabled && (secret === null || siteKey === null))
    problems.push(
      'GOTRUE_SECURITY_CAPTCHA_ENABLED needs GOTRUE_SECURITY_CAPTCHA_SECRET and BASECHART_CAPTCHA_SITE_KEY.',
    );
  const hookOf = (
    name: 'EMAIL' | 'SMS',
    isEnabled: boolean,
    url: string | null,
    secrets: readonly Buffer[] | null,
  ): HookSettings | null => {
    if (!isEnabled) return null;
    if (url !== null && secrets !== null) return { url, secrets };
    const hook = `GOTRUE_HOOK_SEND_${name}`;
    problems.push(`${hook}_ENABLED needs ${hook}_URI and ${hook}_SECRETS.`);
    return null;
  };
  return {
    captcha:
      values.captchaEnabled && secret !== null ? { url: values.captchaUrl ?? captchaUrls[provider], secret } : null,
    captchaWidget:
      values.captchaEnabled && siteKey !== null
        ? { provider, siteKey, scriptUrl: values.captchaScriptUrl ?? captchaProviders[provider].scriptUrl }
        : null,
    sendEmailHook: hookOf('EMAIL', values.hookSendEmailEnabled, values.hookSendEmailUri, values.hookSendEmailSecrets),
    sendSmsHook: hookOf('SMS', values.hookSendSmsEnabled, values.hookSendSmsUri, values.hookSendSmsSecrets),
  };
}
