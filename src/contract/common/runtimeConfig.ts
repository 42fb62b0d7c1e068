import * as v from 'valibot';

export const engineKinds = ['embedded', 'postgres'] as const;

/**
 * The config that the server embeds in the page as `<script type="application/json" id="runtime-config">`, so that one
 * build serves every deployment. URLs are absolute, or paths on the page's own origin.
 */
export const runtimeConfigSchema = v.object({
  platformMode: v.boolean(),
  environment: v.picklist(['production', 'development']),
  version: v.string(),
  /** Platform calls go to `{apiUrl}/platform/…` in platform mode and to `{apiUrl}/…` when self-hosted. */
  apiUrl: v.string(),
  authUrl: v.string(),
  /** The auth settings that a form needs before its first request. */
  auth: v.object({
    signupDisabled: v.boolean(),
    autoconfirm: v.boolean(),
    /** The services that users can sign in with. */
    providers: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
    /** False where users cannot add and remove ways to sign in. */
    linking: v.optional(v.boolean()),
    /** Users may sign in with the identity provider of their organization. */
    sso: v.optional(v.boolean()),
    /** Users may sign in with a phone number. */
    phone: v.optional(v.boolean()),
    /** Digits of the codes that are sent; 6 where it is not said. */
    codeLengths: v.optional(v.object({ email: v.number(), sms: v.number() })),
    /** How long these codes are valid, in seconds; an hour and a minute where it is not said. */
    codeLifetimes: v.optional(v.object({ email: v.number(), sms: v.number() })),
    /** What users solve before a request of a visitor; `scriptUrl` is the code of the provider's widget. */
    captcha: v.optional(
      v.object({ provider: v.picklist(['hcaptcha', 'turnstile']), siteKey: v.string(), scriptUrl: v.string() }),
    ),
    /** Where the emails are that this server does not send: a page that opens on its machine only. */
    outbox: v.optional(v.string()),
    /** No account exists yet: a visitor can only create the first one. */
    firstUser: v.optional(v.boolean()),
  }),
  /** Major Postgres versions offered for new projects, the default first. */
  postgresVersions: v.array(v.string()),
  /** New projects can have row level security turned on for every table created later. */
  automaticRls: v.optional(v.boolean(), true),
  engine: v.picklist(engineKinds),
  inspector: v.boolean(),
  /** An incident is announced to everyone: its banner does not wait until the page is idle. */
  incident: v.optional(v.boolean()),
  /** When the page was sent, in milliseconds since 1970, by the server's clock. */
  serverTime: v.optional(v.number()),
  /** Where the docs search asks, if not on the page's own origin, and the public key that it sends there. */
  docs: v.optional(v.object({ url: v.string(), key: v.optional(v.string()) })),
  /** URL of the platform's status page. */
  statusUrl: v.optional(v.string()),
  /** Where feedback on previews goes; without it, to the support form. */
  feedbackUrl: v.optional(v.string()),
  /** Contact for users who cannot sign in, because the support form requires a session. */
  supportEmail: v.optional(v.string()),
  /** Nonce that allows style sheets added by code, such as an editor's, under the page's content security policy. */
  styleNonce: v.optional(v.string()),
});
export type RuntimeConfig = v.InferOutput<typeof runtimeConfigSchema>;
export type CaptchaConfig = NonNullable<RuntimeConfig['auth']['captcha']>;

/** This server is the platform: plans are limits there, and users are not charged. */
export const runsOwnPlatform = ({ apiUrl }: RuntimeConfig): boolean => apiUrl.startsWith('/');

/** Every project is a database inside this server: regions, providers and direct connections mean nothing there. */
export const isEmbedded = (config: RuntimeConfig): boolean => runsOwnPlatform(config) && config.engine === 'embedded';
