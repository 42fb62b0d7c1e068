import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { PlatformStatus } from '../src/contract/common/platformStatus.ts';
import type { RuntimeConfig } from '../src/contract/common/runtimeConfig.ts';
import { bearer } from './auth/bearer.ts';
import type { AuthService } from './auth/routes/createAuthService.ts';
import type { UserEnv } from './auth/user.env.ts';
import type { RateLimiter } from './common/rateLimiter.ts';
import type { Config } from './config.ts';
import type { ControlDatabase } from './database/database.ts';
import { docsSearchRoutes } from './guides/docsSearch.routes.ts';
import { guideRoutes } from './guides/guide.routes.ts';
import type { OpenGuides } from './guides/openGuides.ts';
import { limitApiBody } from './http/body.ts';
import { checkHost } from './http/checkHost.ts';
import { compressResponses } from './http/compressResponses.ts';
import { ApiError, apiErrorBody, toApiError } from './http/errors.ts';
import { healthRoutes } from './http/health.routes.ts';
import type { HttpEnv } from './http/http.env.ts';
import { limitRate } from './http/limitRate.ts';
import { mailPreviewRoutes } from './http/mailPreview.routes.ts';
import { noStore } from './http/noStore.ts';
import { pageNotBuilt, servePage } from './http/page.ts';
import { requestContext } from './http/requestContext.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { serveStaticFiles, type StaticFiles } from './http/staticFiles.ts';
import { outboxRoutes } from './mail/outbox.routes.ts';
import type { Outbox } from './mail/outbox.ts';
import type { ChartFeed } from './operator/chartFeed.ts';
import { operatorRoutes } from './operator/operator.routes.ts';
import { accessTokenRoutes, accountDeletionRoutes, verificationRoutes } from './platform/account.routes.ts';
import type { ReadFeatureFlags } from './platform/featureFlags.ts';
import { organizationRoutes } from './platform/organization.routes.ts';
import type { PasswordStrength } from './platform/passwordStrength.ts';
import type { PlatformFacts } from './platform/platformFacts.ts';
import {
  accountEventRoutes,
  accountSessionRoutes,
  passwordCheckRoutes,
  profileCommandRoutes,
  profileRoutes,
} from './platform/profile.routes.ts';
import { supportRoutes } from './platform/support/support.routes.ts';
import type { SupportMail } from './platform/support/supportMail.ts';
import { telemetryDirectRoutes, telemetryRoutes } from './platform/telemetry.routes.ts';
import { createTokenCaller } from './platform/tokenCaller.ts';

interface ServerAppOptions {
  config: Config;
  log: Logger;
  db: ControlDatabase;
  rateLimiter: RateLimiter;
  auth: AuthService;
  /** `/projects` of the platform API. */
  projectRoutes: Hono<UserEnv>;
  projectUsers: Hono<UserEnv>;
  /** `/organizations/{slug}/assistant` of the platform API. */
  assistantRoutes: Hono<UserEnv>;
  /** `/project/{ref}/api`, for programs with a project's key. */
  dataApi: Hono<HttpEnv>;
  /** `/project/{ref}/auth/v1`, for the users of a project. */
  projectAuth: Hono<HttpEnv>;
  strength: PasswordStrength;
  /** Null where support requests are only stored. */
  supportMail: SupportMail | null;
  /** Null where mail is sent by SMTP, or the server is public. */
  outbox: Outbox | null;
  /** Null where the flow inspector is off. */
  charts: ChartFeed | null;
  readFeatureFlags: ReadFeatureFlags;
  /** The built app; null without a build. */
  app: { files: StaticFiles; html: string } | null;
  guides: OpenGuides;
  runtimeConfig: () => Promise<RuntimeConfig>;
  /** What this platform is, for dashboards elsewhere. */
  ownFacts: () => Promise<PlatformFacts>;
  /** Rejects when the database does not respond. */
  queryDatabase: () => Promise<unknown>;
}

/** The whole server, as one function from request to response. */
export function createServerApp(options: ServerAppOptions): Hono<HttpEnv> {
  const { config, log, auth, app: built } = options;
  const app = new Hono<HttpEnv>();

  app.onError((error, c) => {
    const answer = toApiError(error);
    if (answer.status >= 500) c.var.log.error({ err: error }, 'request failed');
    if (answer.retryAfter !== undefined) c.header('Retry-After', String(answer.retryAfter));
    c.header('Cache-Control', 'no-store');
    return c.json(apiErrorBody(answer, c.var.requestId), answer.status);
  });
  app.notFound((c) =>
    c.json(apiErrorBody(new ApiError(404, 'not_found', 'There is no such endpoint.'), c.var.requestId), 404),
  );

  app.use(
    requestContext({ log, trustedProxies: config.trustedProxies }),
    securityHeaders,
    checkHost(config.allowedHosts),
  );
  app.route('/', healthRoutes(options.queryDatabase));
  app.route('/auth/v1', auth.routes);
  if (options.outbox !== null) app.route('/outbox', outboxRoutes(options.outbox));
  app.all('/outbox/*', (c) => c.notFound());
  app.route('/', mailPreviewRoutes());
  app.route('/api', apiRoutes(options));
  const limitData = limitRate(options.rateLimiter, 'data', config.apiRateLimit);
  app.route('/project/:ref/api', new Hono<HttpEnv>().use(limitData).route('/', options.dataApi));
  app.route('/project/:ref/auth/v1', new Hono<HttpEnv>().use(limitData).route('/', options.projectAuth));
  for (const path of ['/rest/v1/rpc/*', '/functions/v1/*'])
    app.use(
      path,
      allowDashboards(config.corsOrigins),
      sharedWith(config.corsOrigins),
      limitRate(options.rateLimiter, 'docs', config.apiRateLimit),
      limitApiBody,
      compressResponses,
    );
  app.route('/', docsSearchRoutes(options.guides));
  app.all('/rest/*', (c) => c.notFound());
  app.all('/functions/*', (c) => c.notFound());
  app.all('/auth/*', (c) => c.notFound());

  if (built === null) {
    app.get('*', pageNotBuilt);
  } else {
    app.use('/guides/search', limitRate(options.rateLimiter, 'docs', config.apiRateLimit));
    app.route('/', guideRoutes({ guides: options.guides, appHtml: built.html }));
    app.use(serveStaticFiles(built.files));
    app.use(servePage({ html: built.html, runtimeConfig: options.runtimeConfig }));
  }
  return app;
}

/** Lets the pages of dashboards elsewhere call the platform API and the search of the docs. */
const allowDashboards = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Apikey', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Version', 'X-Request-Id'],
    exposeHeaders: ['X-Request-Id', 'Retry-After'],
    // The page's calls include credentials, of which this API takes none but the token.
    credentials: true,
    maxAge: 600,
  });

/**
 * Without this, browsers keep what another origin asks for without CORS, as the check of the connection does, from its
 * page.
 */
const sharedWith = (origins: readonly string[]) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    if (origins.length > 0) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    await next();
  });

/**
 * The platform API, below `/platform` in platform mode; routes that the specification names without the prefix are
 * mounted beside it.
 */
function apiRoutes({
  config,
  ownFacts,
  db,
  rateLimiter,
  auth,
  projectRoutes,
  projectUsers,
  assistantRoutes,
  strength,
  supportMail,
  charts,
  readFeatureFlags,
}: ServerAppOptions): Hono<HttpEnv> {
  const { platformMode } = config;
  const requireBearer = bearer(auth.authenticate, createTokenCaller({ db, auth }));
  const behindBearer = (routes: Hono<UserEnv>) => new Hono<UserEnv>().use(requireBearer).route('/', routes);

  const passwordCheck = passwordCheckRoutes({ settings: config, strength, rateLimiter });
  const profileCommands = profileCommandRoutes({ db, settings: config });

  const organizations = organizationRoutes({ db, platformMode, assistant: config.assistant });

  const platform = new Hono<HttpEnv>()
    .route('/profile', passwordCheck)
    .route('/profile', behindBearer(profileRoutes({ db, settings: config }).route('/', profileCommands)))
    .route('/profile/audit', behindBearer(accountEventRoutes(auth)))
    .route('/profile/sessions', behindBearer(accountSessionRoutes(auth.sessions)))
    .route('/profile/verification', behindBearer(verificationRoutes({ auth })))
    .route('/profile/tokens', behindBearer(accessTokenRoutes({ db, auth })))
    .route('/profile/deletion', behindBearer(accountDeletionRoutes({ db, auth })))
    .route('/organizations', behindBearer(organizations.route('/', assistantRoutes)))
    .route('/projects', behindBearer(projectRoutes))
    .route('/auth', behindBearer(projectUsers))
    .route('/support', behindBearer(supportRoutes({ db, mail: supportMail })))
    .route(
      '/telemetry',
      telemetryRoutes({
        db,
        authenticate: auth.authenticate,
        readFeatureFlags: platformMode ? readFeatureFlags : null,
      }),
    );

  const api = new Hono<HttpEnv>()
    .use(allowDashboards(config.corsOrigins), sharedWith(config.corsOrigins))
    .use(limitRate(rateLimiter, 'any', config.apiRateLimit), limitApiBody, compressResponses, noStore)
    .get('/status', async (c) => {
      const { version, engine, postgresVersions, automaticRls, incident } = await ownFacts();
      return c.json({
        status: 'ok',
        time: new Date().toISOString(),
        version,
        engine,
        postgres_versions: postgresVersions,
        automatic_rls: automaticRls,
        incident,
      } satisfies PlatformStatus & { status: string });
    })
    .route('/telemetry', telemetryDirectRoutes({ db, authenticate: auth.authenticate }))
    .route(platformMode ? '/platform' : '/', platform);
  if (charts !== null) api.route('/operator', behindBearer(operatorRoutes(charts)));
  if (platformMode) api.route('/profile', passwordCheck).route('/profile', behindBearer(profileCommands));
  return api.all('*', (c) => c.notFound());
}
