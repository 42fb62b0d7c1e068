import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { Kysely, PostgresDialect, type Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { ClientInfo, RecordedEvent } from '../../auth/clientInfo.ts';
import { createAuthService, type AuthService } from '../../auth/routes/createAuthService.ts';
import type { AuthSettings } from '../../auth/settings.ts';
import type { ShowSms } from '../../auth/smsSender.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import { createOuterFetch } from '../../common/outerFetch.ts';
import type { RateLimiter } from '../../common/rateLimiter.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import type { ProjectsTable } from '../../database/tables/project.tables.ts';
import type { HttpEnv } from '../../http/http.env.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { foreignKey, missingKey, verifyProjectToken } from '../dataApi/projectToken.ts';
import type { EnginePool } from '../databases/enginePool.ts';
import { projectAuthSchema } from '../engines/projectAuthSchema.ts';
import type { WriteLog } from '../logs/logWriter.ts';
import { authLine } from '../logs/requestLines.ts';
import { requireActive } from '../queries/projectTarget.ts';
import { openSecrets } from '../secrets/projectSecrets.ts';
import { openConfig, projectAuthPath } from './authConfig.ts';
import { projectPool } from './enginePoolClient.ts';
import { claimAuthSchema, furnishAuthSchema } from './furnishAuth.ts';
import { createProjectMailer } from './projectMailer.ts';

export interface ProjectAuthOptions {
  db: ControlDatabase;
  secretBox: SecretBox;
  engines: EnginePool;
  rateLimiter: RateLimiter;
  /** Sends the mails of projects without an SMTP server of their own; it refuses them unless `sendsEmails`. */
  mailer: Mailer;
  sendsEmails: boolean;
  /** Shows the SMS of projects without a provider. */
  showSms: ShowSms | null;
  /** Whether the servers that a project names may be in this server's own network. */
  reachesInner: boolean;
  /** The dashboard's own settings: the defaults of each project's. */
  defaults: AuthSettings;
  version: string;
  /** Role of the developers of a project's database. */
  developerOf(ref: string): string;
  /** Called for each request with a valid key. */
  countRequest(projectId: number): void;
  /** Gets a line for each request that a service has answered. */
  writeLog: WriteLog;
  log: Logger;
}

/** A service gets what is known of a request from the app around it. */
interface ServedEnv extends HttpEnv {
  Bindings: HttpEnv['Bindings'] & { known: Known };
  Variables: Known;
}

type Known = HttpEnv['Variables'] & Required<Pick<ClientInfo, 'heard'>>;

interface OpenService {
  service: Promise<AuthService>;
  /** The service at the address of its project. */
  app: Promise<Hono<ServedEnv>>;
  /** Changes with the project's keys and with its settings. */
  version: string;
  purgedAt: number;
}

type ProjectRow = Selectable<ProjectsTable>;

export interface ProjectAuth {
  /** `/project/{ref}/auth/v1`, for callers with a key of the project. */
  routes: Hono<HttpEnv>;
  /**
   * Asks a project's service with its service key. The caller has checked that the user may; the path is below the
   * service's address.
   */
  asAdmin(
    c: Context<UserEnv>,
    project: ProjectRow,
    request: { method: string; path: string; body?: object },
  ): Promise<Response>;
}

/** Services that stay open; the one that was used least recently makes room for another. */
const openMax = 200;
const purgeEveryMs = 10 * 60_000;

/** Links and callbacks, which browsers open without a key. */
const keyless = /^\/(?:verify|authorize|callback|health|\.well-known\/jwks\.json)$/;

/**
 * Each project's own users, in the schema `auth` of its database. The project's secret signs their tokens, so that they
 * are good for this project's API and for nothing else.
 */
export function openProjectAuth(options: ProjectAuthOptions): ProjectAuth {
  const { db, secretBox, log } = options;
  const services = new Map<string, OpenService>();

  function open({ id, ref }: ProjectRow, jwtSecret: string, settings: number | null): Promise<Hono<ServedEnv>> {
    const version = `${settings ?? 0}/${createHash('sha256').update(jwtSecret).digest('hex')}`;
    const known = services.get(ref);
    if (known?.version === version) {
      services.delete(ref);
      services.set(ref, known);
      purgeAtTimes(ref, known);
      return known.app;
    }
    const service = openService(options, { id, ref }, jwtSecret);
    const app = service.then(({ routes }) => serveAt(projectAuthPath(ref), routes));
    const opened = { service, app, version, purgedAt: performance.now() };
    services.set(ref, opened);
    app.catch(() => {
      if (services.get(ref) === opened) services.delete(ref);
    });
    for (const oldest of services.keys()) {
      if (services.size <= openMax) break;
      services.delete(oldest);
    }
    return app;
  }

  function purgeAtTimes(ref: string, opened: OpenService): void {
    if (performance.now() - opened.purgedAt < purgeEveryMs) return;
    opened.purgedAt = performance.now();
    opened.service
      .then((service) => service.purge())
      .catch((error: unknown) => log.warn({ err: error, ref }, "failed to purge a project's expired records"));
  }

  const answer = async (
    c: Context<HttpEnv>,
    ref: string,
    app: Hono<ServedEnv>,
    request: Request,
  ): Promise<Response> => {
    const { address, log: requestLog, requestId, logged } = c.var;
    const begun = performance.now();
    const events: RecordedEvent[] = [];
    const heard = (event: RecordedEvent) => void events.push(event);
    const response = await app.fetch(request, { ...c.env, known: { address, log: requestLog, requestId, heard } });
    if (request.method !== 'OPTIONS') {
      const { method, headers } = request;
      const path = new URL(request.url).pathname.slice(projectAuthPath(ref).length);
      const caller = { address, requestId, host: c.req.header('Host') ?? '', referer: headers.get('Referer') ?? '' };
      const isKeyless = logged?.isKeyless === true;
      options.writeLog(ref, authLine({ method, path, ...caller, isKeyless }, response, begun, events));
    }
    return response;
  };

  const routes = new Hono<HttpEnv>().all('*', async (c) => {
    const ref = c.req.param('ref') ?? '';
    const path = c.req.path.slice(projectAuthPath(ref).length);
    const row = await db
      .selectFrom('projects')
      .innerJoin('project_secrets', 'project_secrets.project_id', 'projects.id')
      .leftJoin('project_auth_configs', 'project_auth_configs.project_id', 'projects.id')
      .selectAll('projects')
      .select(['project_secrets.jwt_secret', 'project_auth_configs.version'])
      .where('projects.ref', '=', ref)
      .executeTakeFirst();
    // Same as for a wrong key: callers without a key cannot learn which projects exist.
    if (row === undefined || row.status === 'REMOVED' || row.status === 'GOING_DOWN') throw foreignKey();
    c.set('logged', { ref, isKeyless: true });
    const { jwt_secret: sealed, version, ...project } = row;
    const { jwt_secret: secret } = await openSecrets(secretBox, ref, { jwt_secret: sealed });
    if (c.req.method !== 'OPTIONS' && !keyless.test(path)) {
      const key = c.req.header('apikey') ?? '';
      if (key === '') throw missingKey();
      await verifyProjectToken(key, secret);
      c.set('logged', { ref, isKeyless: false });
    }
    requireActive(project);
    options.countRequest(project.id);
    return await answer(c, ref, await open(project, secret, version), c.req.raw);
  });

  return {
    routes,
    async asAdmin(c, project, { method, path, body }) {
      requireActive(project);
      const { ref } = project;
      const sealed = await db
        .selectFrom('project_secrets')
        .leftJoin('project_auth_configs', 'project_auth_configs.project_id', 'project_secrets.project_id')
        .select(['jwt_secret', 'service_role_key', 'version'])
        .where('project_secrets.project_id', '=', project.id)
        .executeTakeFirstOrThrow();
      const keys = await openSecrets(secretBox, ref, sealed);
      const request = new Request(new URL(projectAuthPath(ref) + path, c.req.url), {
        method,
        headers: {
          Authorization: `Bearer ${keys.service_role_key}`,
          'User-Agent': c.req.header('User-Agent') ?? '',
          'X-Supabase-Api-Version': '2024-01-01',
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return await answer(
        c as unknown as Context<HttpEnv>,
        ref,
        await open(project, keys.jwt_secret, sealed.version),
        request,
      );
    },
  };
}

/** Made once for a service: a router compiles its routes at its first request. */
const serveAt = (prefix: string, routes: AuthService['routes']): Hono<ServedEnv> =>
  new Hono<ServedEnv>()
    .use(async (c, next) => {
      const { address, log, requestId, heard } = c.env.known;
      c.set('address', address);
      c.set('log', log);
      c.set('requestId', requestId);
      c.set('heard', heard);
      await next();
    })
    .route(prefix, routes as unknown as Hono<ServedEnv>);

async function openService(
  options: ProjectAuthOptions,
  project: Pick<ProjectRow, 'id' | 'ref'>,
  jwtSecret: string,
): Promise<AuthService> {
  const { engines, secretBox, rateLimiter, version, reachesInner, developerOf } = options;
  const { ref } = project;
  const pool = projectPool(engines, ref);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await claimAuthSchema(db);
  const { settings, mail } = await openConfig(options, project);
  const service = await createAuthService({
    guardsAccounts: false,
    pool,
    schema: projectAuthSchema,
    secretBox: boxOf(secretBox, ref),
    rateLimiter: { take: (key, limit) => rateLimiter.take(`project/${ref}/${key}`, limit) },
    mailer: mail === null ? options.mailer : createProjectMailer(mail, { reachesInner }),
    showSms: options.showSms,
    ...(!reachesInner && { fetch: createOuterFetch() }),
    version,
    settings: {
      ...settings,
      jwtSecret,
      jwtKeys: null,
      jwtAudience: 'authenticated',
      // The dashboard's own arrangement with other services is not the projects'.
      samlEnabled: false,
    },
  });
  await furnishAuthSchema(db, developerOf(ref));
  return service;
}

/** The same key, for texts that are good for this project only. */
const boxOf = (box: SecretBox, ref: string): SecretBox => ({
  keyId: box.keyId,
  seal: (text, context) => box.seal(text, `project/${ref}/auth/${context}`),
  open: (sealed, context) => box.open(sealed, `project/${ref}/auth/${context}`),
  digest: (text, context) => box.digest(text, `project/${ref}/auth/${context}`),
});
