import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { RuntimeConfig } from '../src/contract/common/runtimeConfig.ts';
import { createServerApp } from './app.ts';
import { createAuthService, type AuthService } from './auth/routes/createAuthService.ts';
import { createMemoryRateLimiter } from './common/rateLimiter.ts';
import { withPort, type Config } from './config.ts';
import { controlAuthSchema, openControlDatabase, type ControlDatabase } from './database/database.ts';
import { migrateControlDatabase } from './database/migrate.ts';
import { openSecretBox } from './database/openSecretBox.ts';
import { createSharedRateLimiter } from './database/sharedRateLimiter.ts';
import { makeDemo, type DemoLogin } from './demo/demo.ts';
import { openGuides, type OpenGuides } from './guides/openGuides.ts';
import type { HttpEnv } from './http/http.env.ts';
import { listen } from './http/listen.ts';
import { openStaticFiles } from './http/staticFiles.ts';
import { createMailer } from './mail/mailer.ts';
import { noMailer } from './mail/noMailer.ts';
import { createOutbox, showIn } from './mail/outbox.ts';
import { ChartFeed } from './operator/chartFeed.ts';
import { isOnForVisitors, openFeatureFlags } from './platform/featureFlags.ts';
import { setPlans } from './platform/organizations.ts';
import { createPasswordStrength, type PasswordStrength } from './platform/passwordStrength.ts';
import { createPlatformFacts, type PlatformFacts } from './platform/platformFacts.ts';
import { ensureOnlyOrganization, onlyProjectRef } from './platform/selfHosted.ts';
import { openSupportMail } from './platform/support/supportMail.ts';
import { openProjects } from './projects/openProjects.ts';
import { sealStoredSecrets } from './projects/secrets/projectSecrets.ts';
import { openStorage } from './storage.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const cacheFolder = join(repository, '.cache');
const maintainEveryMs = 10 * 60_000;

interface StartOptions {
  config: Config;
  log: Logger;
  /** Folder of the built app; a test may pass another. */
  appFolder?: string;
}

interface RunningServer {
  /** Where it listens. */
  origin: string;
  /** Where users open it, which may be a proxy's address. */
  siteUrl: string;
  app: Hono<HttpEnv>;
  /** For the demo: the login, once the sample data is complete. */
  demo: Promise<DemoLogin> | null;
  stop(): Promise<void>;
}

/**
 * Opens storage, composes the server and starts to listen. If a later step fails, everything that was opened is closed
 * again.
 */
export async function startServer({
  config: asked,
  log,
  appFolder = join(repository, 'dist'),
}: StartOptions): Promise<RunningServer> {
  const opened = new AsyncDisposableStack();
  try {
    const listening = await listen(asked);
    opened.defer(() => listening.close());
    const config = withPort(asked, listening.port);
    const version = await readVersion();
    const { databaseUrl, dataFolder } = config;
    const storage = await openStorage({ databaseUrl, dataFolder, cacheFolder, log });
    opened.defer(() => storage.close());
    const db = openControlDatabase(storage.pool);
    await migrateControlDatabase(db);
    const secretBox = await openSecretBox({
      db,
      dataFolder,
      configured: config.secretKey,
      sealStored: sealStoredSecrets,
    });
    const only = config.platformMode ? null : { organizationId: await ensureOnlyOrganization(db), ref: onlyProjectRef };
    if (only === null) await setPlans(db, config.plans, log);
    const rateLimiter = config.databaseUrl === null ? createMemoryRateLimiter() : createSharedRateLimiter(db);
    const outbox = config.hasOutbox
      ? createOutbox({
          onKept: () => log.warn({ url: `${listening.origin}/outbox` }, 'not sent: the message is in the outbox'),
        })
      : null;
    const mailer = config.mail === null ? (outbox ?? noMailer) : await createMailer(config.mail);
    const charts = config.inspector ? new ChartFeed({ version }) : null;
    const observed = charts ? { inspect: charts.observe } : {};
    const sharedWithProjects = { rateLimiter, mailer, showSms: showIn(outbox), version };
    const auth = await createAuthService({
      pool: storage.pool,
      schema: controlAuthSchema,
      settings: config.auth,
      secretBox,
      ...sharedWithProjects,
    });
    opened.defer(maintainPeriodically(auth, log));
    const strength = createPasswordStrength();
    opened.defer(() => strength.close());
    const supportMail =
      config.mail && config.supportEmail !== null
        ? openSupportMail({ db, send: mailer.send, to: config.supportEmail, log, ...observed })
        : null;
    if (supportMail) opened.defer(() => supportMail.close());
    const guides = openGuidesOf(config, db, log);
    const projects = await openProjects({
      db,
      secretBox,
      pool: storage.pool,
      databaseUrl,
      dataFolder,
      cacheFolder,
      warmEngines: config.warmEngines,
      queriesPerUser: config.queriesPerUser,
      platformMode: config.platformMode,
      only,
      postgresVersions: [storage.postgresVersion],
      automaticRls: storage.hasEventTriggers,
      log,
      ...observed,
      auth: { ...sharedWithProjects, reachesInner: config.innerSmtp, defaults: config.auth },
      apiUrlOf: (ref) => `${config.auth.siteUrl}/project/${ref}/api`,
      logLimits: { days: config.logDays, lines: config.logLines },
      assistant: { settings: config.assistant, rateLimiter, searchGuides: guides.find },
    });
    opened.defer(() => projects.end());
    const built = await openApp(appFolder);
    const readFeatureFlags = await openFeatureFlags(config.flagsFile, log);
    const ownFacts = async (): Promise<PlatformFacts> => ({
      version,
      incident: config.platformMode && isOnForVisitors(await readFeatureFlags(), 'ongoingIncident'),
      auth: await signInFacts(config, auth),
      postgresVersions: [storage.postgresVersion],
      automaticRls: storage.hasEventTriggers,
      engine: config.databaseUrl === null ? 'embedded' : 'postgres',
    });
    const platformFacts = createPlatformFacts({ apiUrl: config.apiUrl, authUrl: config.authUrl, own: ownFacts, log });
    const app = createServerApp({
      config,
      log,
      db,
      rateLimiter,
      auth,
      strength,
      supportMail,
      outbox,
      charts,
      projectRoutes: projects.routes,
      projectUsers: projects.userRoutes,
      assistantRoutes: projects.modelRoutes,
      dataApi: projects.dataApi,
      projectAuth: projects.authRoutes,
      readFeatureFlags,
      app: built,
      guides,
      runtimeConfig: () => configForPage(config, platformFacts, strength),
      ownFacts,
      queryDatabase: () => storage.pool.query('select 1'),
    });
    // Closed in reverse order: running requests end before their dependencies.
    opened.defer(() => listening.close());
    opened.defer(() => {
      projects.endFeeds();
      charts?.end();
    });
    listening.serve(app);
    built?.files.readAll().catch((error: unknown) => log.warn({ err: error }, 'failed to read a file of the app'));
    const demo = config.demo ? makeDemo(app, dataFolder) : null;
    return { origin: listening.origin, siteUrl: config.auth.siteUrl, app, demo, stop: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

const openGuidesOf = ({ embeddings, discussionsFeed }: Config, db: ControlDatabase, log: Logger): OpenGuides =>
  openGuides({ db, folder: join(repository, 'docs/guides'), embeddings, discussionsFeed, log });

/** Returns a function that stops it. */
function maintainPeriodically(auth: AuthService, log: Logger): () => void {
  const maintaining = setInterval(() => {
    auth.purge().then(
      (purged) => log.debug(purged, 'expired records purged'),
      (error: unknown) => log.warn({ err: error }, 'failed to purge expired records'),
    );
    auth.rotateKeys().catch((error: unknown) => log.warn({ err: error }, 'failed to rotate the signing key'));
  }, maintainEveryMs).unref();
  return () => clearInterval(maintaining);
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
  return version;
}

async function openApp(folder: string) {
  const files = await openStaticFiles(folder);
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  return files === null || html === null ? null : { files, html };
}

/** What a form of sign-in needs to know. */
const signInFacts = async (
  {
    auth: {
      autoconfirm,
      providers,
      manualLinking,
      samlEnabled,
      captchaWidget,
      phoneEnabled,
      otpLength,
      smsOtpLength,
      otpExpiry,
      smsOtpExpiry,
    },
    hasOutbox,
  }: Config,
  auth: AuthService,
) => ({
  signupDisabled: !(await auth.isSignupOpen()),
  autoconfirm,
  providers: providers.map(({ id, name }) => ({ id, name })),
  ...(!manualLinking && { linking: false }),
  ...(samlEnabled && { sso: true }),
  ...(phoneEnabled && { phone: true }),
  codeLengths: { email: otpLength, sms: smsOtpLength },
  codeLifetimes: { email: otpExpiry, sms: smsOtpExpiry },
  ...(captchaWidget && { captcha: captchaWidget }),
  ...(hasOutbox && { outbox: '/outbox' }),
  firstUser: !(await auth.hasUsers()),
});

/** The runtime config of a page that is served now. */
async function configForPage(
  config: Config,
  readFacts: () => Promise<PlatformFacts>,
  strength: PasswordStrength,
): Promise<RuntimeConfig> {
  const facts = await readFacts();
  // The next step is to choose a password.
  if (facts.auth.firstUser === true) strength.warm();
  return describeRuntime(config, facts);
}

function describeRuntime(config: Config, facts: PlatformFacts): RuntimeConfig {
  return {
    ...facts,
    platformMode: config.platformMode,
    environment: config.environment,
    apiUrl: config.apiUrl,
    authUrl: config.authUrl,
    inspector: config.inspector,
    ...(config.docsUrl !== null && {
      docs: { url: config.docsUrl, ...(config.docsKey !== null && { key: config.docsKey }) },
    }),
    ...(config.statusUrl !== null && { statusUrl: config.statusUrl }),
    ...(config.feedbackUrl !== null && { feedbackUrl: config.feedbackUrl }),
    ...(config.supportEmail !== null && { supportEmail: config.supportEmail }),
  };
}
