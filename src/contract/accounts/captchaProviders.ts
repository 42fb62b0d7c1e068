import type { CaptchaConfig } from '../common/runtimeConfig.ts';

/** The services that a captcha is from: the script of their widget, and the origins that the widget loads from. */
export const captchaProviders = {
  hcaptcha: {
    name: 'hCaptcha',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    name: 'Turnstile',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    origins: ['https://challenges.cloudflare.com'],
  },
} as const satisfies Readonly<Record<CaptchaConfig['provider'], object>>;

/** The origins that a page with this captcha loads from: those of its provider, or of a proxy in front of it. */
export const captchaOrigins = ({ provider, scriptUrl }: CaptchaConfig): readonly string[] =>
  new URL(scriptUrl).origin === new URL(captchaProviders[provider].scriptUrl).origin
    ? captchaProviders[provider].origins
    : [new URL(scriptUrl).origin];
