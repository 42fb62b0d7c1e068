import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { RuntimeConfig } from '../src/contract/common/runtimeConfig.ts';
import { createServerApp } from './app.ts';
import { createAuthService } from './auth/createAuthService.ts';
import { createMemoryRateLimiter } from './common/rateLimiter.ts';
import { withPort, type Config } from './config.ts';
import { controlAuthSchema, openControlDatabase } from './database/database.ts';
import { migrateControlDatabase } from './database/migrate.ts';
import { openSecretBox } from './database/openSecretBox.ts';
import { createSharedRateLimiter } from './database/sharedRateLimiter.ts';
import { makeDemo, type DemoLogin } from './demo/demo.ts';
import type { HttpEnv } from './http/http.env.ts';
import { listen } from './http/listen.ts';
import { openStaticFiles } from './http/staticFiles.ts';
import { createMailer } from './mail/mailer.ts';
import { openFeatureFlags } from './platform/featureFlags.ts';
import { createPasswordStrength } from './platform/passwordStrength.ts';
import { createPlatformFacts, type PlatformFacts } from './platform/platformFacts.ts';
import { ensureOnlyOrganization, onlyProjectRef } from './platform/selfHosted.ts';
import { openSupportMail } from './platform/support/supportMail.ts';
import { openProjects } from './projects/openProjects.ts';
import { sealStoredSecrets } from './projects/secrets/projectSecrets.ts';
import { openStorage } from './storage.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const purgeEveryMs = 10 * 60_000;

export interface StartOptions {
  config: Config;
  log: Logger;
  /** Folder of the built app; a test may pass another. */
  appFolder?: string;
}

export interface RunningServer {
  origin: string;
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
    const cacheFolder = join(repository, '.cache');
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
    const rateLimiter = config.databaseUrl === null ? createMemoryRateLimiter() : createSharedRateLimiter(db);
    const auth = await createAuthService({
      pool: storage.pool,
      schema: controlAuthSchema,
      settings: config.auth,
      secretBox,
      rateLimiter,
      version,
    });
    const purging = setInterval(() => {
      auth.purge().then(
        (purged) => log.debug(purged, 'expired records purged'),
        (error: unknown) => log.warn({ err: error }, 'failed to purge expired records'),
      );
    }, purgeEveryMs).unref();
    opened.defer(() => clearInterval(purging));
    const strength = createPasswordStrength();
    opened.defer(() => strength.close());
    const supportMail =
      config.mail && config.supportEmail !== null
        ? openSupportMail({ db, send: await createMailer(config.mail), to: config.supportEmail, log })
        : null;
    if (supportMail) opened.defer(() => supportMail.close());
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
      apiUrlOf: (ref) => `${config.auth.siteUrl}/project/${ref}/api`,
    });
    opened.defer(() => projects.end());
    const built = await openApp(appFolder);
    const ownFacts = async (): Promise<PlatformFacts> => ({
      version,
      auth: { signupDisabled: !(await auth.isSignupOpen()), autoconfirm: config.auth.autoconfirm },
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
      projectRoutes: projects.routes,
      dataApi: projects.dataApi,
      readFeatureFlags: await openFeatureFlags(config.flagsFile, log),
      app: built,
      runtimeConfig: async () => describeRuntime(config, await platformFacts()),
      ownFacts,
      queryDatabase: () => storage.pool.query('select 1'),
    });
    // Closed in reverse order: running requests end before their dependencies.
    opened.defer(() => listening.close());
    listening.serve(app);
    built?.files.readAll().catch((error: unknown) => log.warn({ err: error }, 'failed to read a file of the app'));
    const demo = config.demo ? makeDemo(app, dataFolder) : null;
    return { origin: listening.origin, app, demo, stop: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
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

/** The runtime config of the page. */
function describeRuntime(config: Config, facts: PlatformFacts): RuntimeConfig {
  return {
    ...facts,
    platformMode: config.platformMode,
    environment: config.environment,
    apiUrl: config.apiUrl,
    authUrl: config.authUrl,
    inspector: config.inspector,
    ...(config.statusUrl !== null && { statusUrl: config.statusUrl }),
    ...(config.feedbackUrl !== null && { feedbackUrl: config.feedbackUrl }),
    ...(config.supportEmail !== null && { supportEmail: config.supportEmail }),
  };
}
