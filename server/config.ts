import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { features } from '../src/contract/common/features.ts';
import { isLoopback } from '../src/contract/common/loopback.ts';
import { planChoices } from '../src/contract/organizations/plans.ts';
import { readProviders } from './auth/externalSettings.ts';
import { readProtection } from './auth/protectionSettings.ts';
import { authSettingDefinitions, type AuthSettings, type SignupPolicy } from './auth/settings.ts';
import { readTwilio } from './auth/smsSettings.ts';
import {
  flag,
  httpUrl,
  httpUrlOrPath,
  list,
  oneOf,
  originList,
  postgresUrl,
  readSettings,
  secretKey,
  SettingsError,
  text,
  wholeNumber,
  type Environment,
  type SettingValues,
} from './common/settings.ts';
import type { EmbeddingsSettings } from './guides/search/embeddings.ts';
import { hostInUrl } from './http/hostInUrl.ts';
import { mailSettingDefinitions, readMail, type MailSettings } from './mail/settings.ts';
import { assistantSettingDefinitions, readAssistant, type AssistantSettings } from './platform/assistantSettings.ts';
import { problemOfFlagsFile } from './platform/featureFlags.ts';

const proxyList = v.pipe(
  list,
  v.check(
    (entries) => entries.every((entry) => parseSubnet(entry) !== null),
    'must list addresses or subnets, as 10.0.0.0/8, separated by commas',
  ),
);

const featureNames: ReadonlySet<string> = new Set(features);

const featureList = v.pipe(
  list,
  v.check((names) => names.every((name) => featureNames.has(name)), `may list ${features.join(', ')}`),
);

const planIds = planChoices.map(({ id }) => id);
const planEntry = new RegExp(`^[a-z0-9_-]+=(?:${planIds.join('|')})$`);

/** By slug, the tier of an organization. */
const planList = v.pipe(
  list,
  v.check(
    (entries) => entries.every((entry) => planEntry.test(entry)),
    `must list slugs of organizations with their plans (${planIds.join(', ')}), as acme=pro, separated by commas`,
  ),
  v.transform(
    (entries) =>
      new Map(
        entries.map((entry) => {
          const [slug, plan] = entry.split('=');
          return [slug!, planChoices.find(({ id }) => id === plan)!.tier] as const;
        }),
      ),
  ),
);

/** The server's own settings. `--help` and `docs/settings.md` show this table. */
export const serverSettingDefinitions = {
  port: {
    env: 'PORT',
    fallback: '3000',
    schema: wholeNumber(0, 65_535),
    help: 'Port to listen on; 0 picks a free one.',
  },
  host: {
    env: 'HOST',
    fallback: '127.0.0.1',
    schema: text,
    help: 'Address to listen on; 0.0.0.0 accepts connections from other machines.',
  },
  dataFolder: {
    env: 'BASECHART_DATA',
    fallback: null,
    fallbackHelp: './data, or ./data-demo with --demo; under npm run dev, ./data-dev or ./data-demo-dev',
    schema: text,
    help: 'Folder for everything the server stores.',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    fallback: null,
    secret: true,
    schema: postgresUrl,
    help: 'Postgres server that stores everything, instead of the embedded one. Several servers may share it.',
  },
  secretKey: {
    env: 'BASECHART_SECRET_KEY',
    fallback: null,
    fallbackHelp: 'secret.key in the data folder, created at the first start',
    secret: true,
    schema: secretKey,
    help: "Key that encrypts projects' secrets in the database: 32 random bytes in base64, for example from `openssl rand -base64 32`. Servers that share a database need the same key.",
  },
  warmEngines: {
    env: 'BASECHART_WARM_ENGINES',
    fallback: '8',
    schema: wholeNumber(1, 256),
    help: 'Number of embedded project databases that stay running. Above that, the least recently used one stops until it is used again.',
  },
  queriesPerUser: {
    env: 'BASECHART_QUERIES_PER_USER',
    fallback: '6',
    schema: wholeNumber(0, 1_000),
    help: 'Queries that a user can run on a server at the same time; more queries wait. 0 means no limit.',
  },
  environment: {
    env: 'BASECHART_ENVIRONMENT',
    fallback: 'production',
    schema: oneOf(['production', 'development']),
    help: 'production or development. In development, the app has a page of the design system and more fields for a new project.',
  },
  apiUrl: {
    env: 'BASECHART_API_URL',
    fallback: '/api',
    schema: httpUrlOrPath,
    help: 'Platform API that the app calls: a path on this server, or the address of a hosted platform.',
  },
  authUrl: {
    env: 'BASECHART_AUTH_URL',
    fallback: '/auth/v1',
    schema: httpUrlOrPath,
    help: 'Auth service that the app calls.',
  },
  corsOrigins: {
    env: 'BASECHART_CORS_ORIGINS',
    fallback: '',
    schema: originList,
    help: 'Origins of other dashboards that can call this platform, separated by commas, such as https://dashboard.example.com.',
  },
  allowedHosts: {
    env: 'BASECHART_ALLOWED_HOSTS',
    fallback: '',
    schema: list,
    help: 'Additional host names that a server on a loopback address accepts, separated by commas; * accepts any. The hosts of GOTRUE_SITE_URL and API_EXTERNAL_URL are always allowed.',
  },
  trustedProxies: {
    env: 'BASECHART_TRUSTED_PROXIES',
    fallback: '',
    schema: proxyList,
    help: 'Proxies whose X-Forwarded-For header is trusted: addresses or subnets, separated by commas.',
  },
  logLevel: {
    env: 'BASECHART_LOG_LEVEL',
    fallback: null,
    fallbackHelp: 'warn on a terminal, else info',
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    help: 'Minimum log level.',
  },
  logFormat: {
    env: 'BASECHART_LOG_FORMAT',
    fallback: null,
    fallbackHelp: 'pretty on a terminal, else json',
    schema: oneOf(['json', 'pretty']),
    help: 'Format of log lines.',
  },
  plans: {
    env: 'BASECHART_PLANS',
    fallback: '',
    schema: planList,
    help: "Plans to set at each start, as slug=plan pairs separated by commas, such as acme=pro. The slug is in the organization's URL; the plan is free, pro, or team. Other organizations keep their plans. An owner can change the plan later, but the next start sets it again. Has no effect with --self-hosted, which has no limits.",
  },
  logDays: {
    env: 'BASECHART_PROJECT_LOG_DAYS',
    fallback: '90',
    schema: wholeNumber(1, 3_650),
    help: 'Days to keep the lines of project logs. In platform mode, a plan can shorten that: to 1 day (Free), 7 days (Pro) or 28 days (Team).',
  },
  logLines: {
    env: 'BASECHART_PROJECT_LOG_LINES',
    fallback: '100000',
    schema: wholeNumber(0, 10_000_000),
    help: 'Lines to keep in the logs of each project; the oldest are deleted first. 0 turns logs off.',
  },
  inspector: {
    env: 'BASECHART_INSPECTOR',
    fallback: null,
    fallbackHelp: 'on in development',
    schema: flag,
    help: 'Show the flow inspector in the app.',
  },
  innerSmtp: {
    env: 'BASECHART_INNER_SMTP',
    fallback: null,
    fallbackHelp: 'true on a loopback address and with --self-hosted, otherwise false',
    schema: flag,
    help: "Let projects use an SMTP server, a hook, or an OpenID Connect provider in this server's own network, such as localhost or 10.0.0.5.",
  },
  disabledFeatures: {
    env: 'BASECHART_DISABLED_FEATURES',
    fallback: '',
    schema: featureList,
    help: 'Areas hidden from all users, separated by commas. The list is below.',
  },
  statusUrl: {
    env: 'BASECHART_STATUS_URL',
    fallback: null,
    schema: httpUrl,
    help: 'Status page that the incident banner links to.',
  },
  feedbackUrl: {
    env: 'BASECHART_FEEDBACK_URL',
    fallback: null,
    fallbackHelp: 'the support form',
    schema: httpUrl,
    help: 'Page for feedback on feature previews.',
  },
  docsUrl: {
    env: 'BASECHART_DOCS_URL',
    fallback: null,
    fallbackHelp: 'this server',
    schema: httpUrl,
    help: 'Base URL of the backend for the docs search. The app appends /rest/v1/rpc/docs_search_fts and /functions/v1/search-embeddings. Results open the guides on this server.',
  },
  docsKey: {
    env: 'BASECHART_DOCS_KEY',
    fallback: null,
    schema: text,
    help: 'Public anonymous key that the docs search sends to that backend. Every visitor to the app can read it.',
  },
  embeddingsUrl: {
    env: 'BASECHART_EMBEDDINGS_URL',
    fallback: null,
    fallbackHelp: 'vectors that the server computes itself',
    schema: httpUrl,
    help: 'Base URL of an OpenAI-compatible embeddings API for the docs search, such as https://api.openai.com/v1. The server sends it the docs and what users search for.',
  },
  embeddingsModel: {
    env: 'BASECHART_EMBEDDINGS_MODEL',
    fallback: 'text-embedding-3-small',
    schema: text,
    help: 'Model of that API. After a change, the server requests the vectors of the docs again.',
  },
  embeddingsKey: {
    env: 'BASECHART_EMBEDDINGS_KEY',
    fallback: null,
    secret: true,
    schema: text,
    help: 'Key of that API.',
  },
  discussionsFeed: {
    env: 'BASECHART_DISCUSSIONS_FEED',
    fallback: null,
    schema: httpUrl,
    help: 'Atom feed of discussions to include in the docs search, such as https://github.com/{owner}/{repository}/discussions.atom. While users search, the server reads it once an hour.',
  },
  flagsFile: {
    env: 'BASECHART_FLAGS_FILE',
    fallback: null,
    schema: text,
    help: 'JSON file of feature flags, with a value or a rule for each name. The server rereads it when it changes. The flags and the format of a rule are below.',
  },
  apiRateLimit: {
    env: 'BASECHART_RATE_LIMIT_API',
    fallback: '1200',
    schema: wholeNumber(0, 1_000_000),
    help: 'Platform API requests per IP address per minute. 0 means no limit.',
  },
  passwordCheckRateLimit: {
    env: 'BASECHART_RATE_LIMIT_PASSWORD_CHECK',
    fallback: '120',
    schema: wholeNumber(0, 1_000_000),
    help: 'Password checks per IP address per minute. 0 means no limit.',
  },
} as const;

/** Options of the command line, as `parseArgs` takes them, and their help. */
export const commandLineOptions = {
  'self-hosted': {
    type: 'boolean',
    default: false,
    help: 'One organization and one project, "default"; API under /api without /platform.',
  },
  demo: {
    type: 'boolean',
    default: false,
    help: 'A sample organization with projects and data, and a user to sign in as.',
  },
  help: { type: 'boolean', default: false, help: 'Print this help and exit.' },
} as const;

type ServerSettingValues = SettingValues<typeof serverSettingDefinitions>;

export interface Config extends Omit<
  ServerSettingValues,
  | 'dataFolder'
  | 'embeddingsUrl'
  | 'embeddingsModel'
  | 'embeddingsKey'
  | 'allowedHosts'
  | 'innerSmtp'
  | 'inspector'
  | 'logLevel'
  | 'logFormat'
  | 'trustedProxies'
> {
  readonly platformMode: boolean;
  readonly demo: boolean;
  readonly help: boolean;
  /** Absolute. */
  readonly dataFolder: string;
  /** The model that compares questions with the docs; null without one. */
  readonly embeddings: EmbeddingsSettings | null;
  readonly inspector: boolean;
  readonly innerSmtp: boolean;
  /** Host names that requests may name; null for any. */
  readonly allowedHosts: ReadonlySet<string> | null;
  readonly logLevel: NonNullable<ServerSettingValues['logLevel']>;
  readonly logFormat: 'json' | 'pretty';
  readonly trustedProxies: BlockList;
  readonly auth: AuthSettings;
  /** Addresses of the server from the environment; the others are derived from where the server listens. */
  readonly explicit: Readonly<Record<keyof Addresses, string | null>>;
  /** Mail transport of this server; null without one. */
  readonly mail: MailSettings | null;
  /** Without a mail transport, a page shows the mails to the user at this machine. */
  readonly hasOutbox: boolean;
  readonly supportEmail: string | null;
  readonly assistant: AssistantSettings;
}

type Addresses = Pick<AuthSettings, 'siteUrl' | 'externalUrl' | 'jwtIssuer'>;

function addressesAt(host: string, port: number, explicit: Config['explicit']): Addresses {
  const origin = `http://${hostInUrl(host)}:${port}`;
  const externalUrl = explicit.externalUrl ?? `${origin}/auth/v1`;
  return { siteUrl: explicit.siteUrl ?? origin, externalUrl, jwtIssuer: explicit.jwtIssuer ?? externalUrl };
}

/** The configuration of a listening server: with port 0, its addresses are known only then. */
export const withPort = (config: Config, port: number): Config => ({
  ...config,
  port,
  auth: { ...config.auth, ...addressesAt(config.host, port, config.explicit) },
});

/** Parses the command line; every unknown argument is added to `problems`. */
function readArguments(argv: readonly string[], problems: string[]) {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: commandLineOptions,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const isOption = (token: (typeof tokens)[number]) =>
    token.kind === 'option' && Object.hasOwn(commandLineOptions, token.name) && token.value === undefined;
  // `-abc` is one argument and three tokens.
  const unknown = new Set(tokens.filter((token) => !isOption(token)).map(({ index }) => index));
  const options = Object.keys(commandLineOptions)
    .map((name) => `--${name}`)
    .join(', ');
  for (const index of unknown) problems.push(`There is no option ${argv[index]}; there are ${options}.`);
  return { platformMode: values['self-hosted'] !== true, demo: values.demo === true, help: values.help === true };
}

/** Pages call the backend of the docs: its address has to be one that `fetch` takes and that a path can follow. */
function problemsOfDocsBackend({ docsUrl, docsKey }: ServerSettingValues): string[] {
  if (docsUrl === null) return docsKey === null ? [] : ['BASECHART_DOCS_KEY needs BASECHART_DOCS_URL.'];
  // An unreadable address has already been reported.
  if (docsUrl === undefined) return [];
  const { username, password, search, hash } = new URL(docsUrl);
  return username + password + search + hash === ''
    ? []
    : ['BASECHART_DOCS_URL must have no user name, password, query, or fragment.'];
}

/** Reads all external configuration; throws one `SettingsError` with all problems. */
export function readConfig(environment: Environment, argv: readonly string[], { terminal = false } = {}): Config {
  const problems: string[] = [];
  const { platformMode, demo, help } = readArguments(argv, problems);
  if (demo && !platformMode) problems.push('--demo and --self-hosted cannot be combined.');

  const server = readSettings(serverSettingDefinitions, environment, problems);
  const auth = readSettings(authSettingDefinitions, environment, problems);
  const mailSettings = readSettings(mailSettingDefinitions, environment, problems);
  const assistantSettings = readSettings(assistantSettingDefinitions, environment, problems);
  if (demo && auth.autoconfirm === false)
    problems.push('--demo needs GOTRUE_MAILER_AUTOCONFIRM=true: its user has no mailbox.');
  const providers = readProviders(auth, problems);
  const protection = readProtection(auth, problems);
  const twilio = readTwilio(auth, problems);
  const mail = readMail(mailSettings, problems);
  const assistant = readAssistant(assistantSettings, problems);
  problems.push(...problemsOfDocsBackend(server));
  const flagsProblem = server.flagsFile ? problemOfFlagsFile(server.flagsFile) : null;
  if (flagsProblem !== null) problems.push(flagsProblem);
  if (problems.length > 0) throw new SettingsError(problems);

  const explicit = { siteUrl: auth.siteUrl, externalUrl: auth.externalUrl, jwtIssuer: auth.jwtIssuer };
  const addresses = addressesAt(server.host, server.port, explicit);
  const isLocal = [addresses.siteUrl, addresses.externalUrl].every((address) => isLoopback(new URL(address).hostname));
  const mayReachInner = isLocal || !platformMode;
  const hasOutbox = mail === null && isLocal;
  if (mail === null && !hasOutbox && protection.sendEmailHook === null && !auth.autoconfirm) {
    throw new SettingsError([
      'GOTRUE_MAILER_AUTOCONFIRM=false needs GOTRUE_SMTP_HOST where GOTRUE_SITE_URL or API_EXTERNAL_URL is not on this machine: new users need an email.',
    ]);
  }
  const sendsSms = twilio !== null || protection.sendSmsHook !== null || hasOutbox;
  if (auth.phoneEnabled && !auth.phoneAutoconfirm && !sendsSms) {
    throw new SettingsError([
      'GOTRUE_EXTERNAL_PHONE_ENABLED needs GOTRUE_SMS_PROVIDER or GOTRUE_HOOK_SEND_SMS_ENABLED, or GOTRUE_SMS_AUTOCONFIRM=true: new users need an SMS.',
    ]);
  }
  const signup: SignupPolicy =
    auth.disableSignup === null ? (platformMode ? 'open' : 'firstOnly') : auth.disableSignup ? 'closed' : 'open';
  const { embeddingsUrl: url, embeddingsModel: model, embeddingsKey: key } = server;
  return {
    ...server,
    embeddings: url === null ? null : { url, model, key },
    platformMode,
    demo,
    help,
    dataFolder: resolve(server.dataFolder ?? (demo ? 'data-demo' : 'data')),
    innerSmtp: server.innerSmtp ?? mayReachInner,
    inspector: server.inspector ?? server.environment === 'development',
    // On a terminal, a line for each request would push the address and the login out of sight.
    logLevel: server.logLevel ?? (terminal ? 'warn' : 'info'),
    logFormat: server.logFormat ?? (terminal ? 'pretty' : 'json'),
    allowedHosts: chooseHosts(server.host, server.allowedHosts, [addresses.siteUrl, addresses.externalUrl]),
    trustedProxies: toBlockList(server.trustedProxies),
    explicit,
    auth: { ...auth, ...addresses, signup, providers, ...protection, twilio, mailTemplates: {} },
    mail,
    hasOutbox,
    supportEmail: mailSettings.supportEmail,
    assistant: { ...assistant, reachesInner: assistantSettings.assistantInner ?? mayReachInner },
  };
}

/**
 * A server on a loopback address is reachable only from this machine's browsers, but any site that they visit could
 * resolve its own name to it (DNS rebinding). So such a server accepts only known names; one that others may reach
 * accepts all.
 */
function chooseHosts(host: string, more: readonly string[], addresses: readonly string[]): ReadonlySet<string> | null {
  if (!isLoopback(host) || more.includes('*')) return null;
  const named = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []));
  return new Set(
    ['localhost', '127.0.0.1', '[::1]', hostInUrl(host), ...named, ...more].map((name) => name.toLowerCase()),
  );
}

function parseSubnet(entry: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', prefixText, ...rest] = entry.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  if (family === null || rest.length > 0) return null;
  const bits = family === 'ipv4' ? 32 : 128;
  if (prefixText === undefined) return { address, prefix: bits, family };
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN;
  return prefix <= bits ? { address, prefix, family } : null;
}

function toBlockList(entries: readonly string[]): BlockList {
  const blockList = new BlockList();
  for (const entry of entries) {
    const subnet = parseSubnet(entry);
    if (subnet) blockList.addSubnet(subnet.address, subnet.prefix, subnet.family);
  }
  return blockList;
}
