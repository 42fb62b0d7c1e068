import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { InspectionEvent } from 'xstate';
import type { UserEnv } from '../auth/user.env.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { SecretBox } from '../database/secretBox.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { noMailer } from '../mail/noMailer.ts';
import { assistantEndpointRoutes } from '../platform/assistantEndpoint.routes.ts';
import { ProjectActivity } from './activity/projectActivity.ts';
import type { AssistantOptions } from './assistant/assistant.routes.ts';
import { testEndpoint } from './assistant/testEndpoint.ts';
import { authConfigRoutes } from './auth/authConfig.routes.ts';
import { openProjectAuth, type ProjectAuthOptions } from './auth/projectAuth.ts';
import { projectUserRoutes } from './auth/projectUsers.routes.ts';
import { dataApiRoutes } from './dataApi/dataApi.routes.ts';
import { readDatabaseBytes } from './databases/databaseBytes.ts';
import { openEmbeddedDatabases } from './databases/embeddedDatabases.ts';
import { EnginePool } from './databases/enginePool.ts';
import { openExternalDatabases } from './databases/externalDatabases.ts';
import { createDatabaseWork, readSpecToOpen } from './lifecycle/databaseWork.ts';
import { ProjectLifecycle } from './lifecycle/projectLifecycle.ts';
import { LogWriter, type LogLimits } from './logs/logWriter.ts';
import { logRequests } from './logs/requestLines.ts';
import { restartLine } from './logs/statementLines.ts';
import { projectRoutes } from './project.routes.ts';
import { ProjectFeed } from './projectFeed.ts';
import { ensureOnlyProject } from './projects.ts';
import { projectTarget } from './queries/projectTarget.ts';
import { QueryRunner } from './queries/queryRunner.ts';
import { endInterruptedRuns } from './queries/queryRuns.ts';
import { ImportFiles } from './tables/importFile.ts';

interface OpenProjectsOptions {
  db: ControlDatabase;
  secretBox: SecretBox;
  /** On the control plane's database. */
  pool: Pool;
  /** Null where everything is embedded. */
  databaseUrl: string | null;
  dataFolder: string;
  cacheFolder: string;
  warmEngines: number;
  /** Concurrent queries of one user; 0 for no limit. */
  queriesPerUser: number;
  platformMode: boolean;
  /** The one organization of a self-hosted server and the ref of its project. */
  only: { organizationId: number; ref: string } | null;
  postgresVersions: readonly string[];
  automaticRls: boolean;
  apiUrlOf(ref: string): string;
  /** For the auth services of the projects. */
  auth: Pick<ProjectAuthOptions, 'rateLimiter' | 'mailer' | 'showSms' | 'reachesInner' | 'defaults' | 'version'>;
  assistant: AssistantOptions;
  logLimits: LogLimits;
  log: Logger;
  /** Observes the charts of projects. */
  inspect?: (event: InspectionEvent) => void;
}

export interface Projects {
  /** `/projects` of the platform API; it needs a bearer token in front of it. */
  routes: Hono<UserEnv>;
  /** `/project/{ref}/api`: each project's own API, for callers with one of its keys. */
  dataApi: Hono<HttpEnv>;
  /** `/project/{ref}/auth/v1`: each project's own users. */
  authRoutes: Hono<HttpEnv>;
  /** `/auth/{ref}/users` and `/auth/{ref}/config` of the platform API; it needs a bearer token in front of it. */
  userRoutes: Hono<UserEnv>;
  /** `/organizations/{slug}/assistant` of the platform API: the models that answer in projects. */
  modelRoutes: Hono<UserEnv>;
  /** Ends the responses that would wait for a project to change. */
  endFeeds(): void;
  /** Waits a while for running work, then stops every engine. */
  end(): Promise<void>;
}

/** How long a database must be idle before maintenance. */
const maintenanceIdleMs = 30_000;

/** Projects with their databases, and the work that maintains them. */
export async function openProjects(options: OpenProjectsOptions): Promise<Projects> {
  const { db, secretBox, pool, databaseUrl, dataFolder, cacheFolder, log, only } = options;
  const alone = databaseUrl === null;
  const logs = new LogWriter(db, log, options.logLimits);
  const databases =
    databaseUrl === null
      ? await openEmbeddedDatabases({
          folder: join(dataFolder, 'projects'),
          cacheFolder,
          poolLimit: options.warmEngines,
          onRestart: (ref, reason) => {
            log.warn({ ref, reason }, 'project database restarted');
            logs.write(ref, restartLine(ref));
          },
        })
      : openExternalDatabases({ databaseUrl, pool });
  const engines = new EnginePool({
    limit: databases.poolLimit,
    open: async (ref) => databases.open(await readSpecToOpen({ db, secretBox }, ref)),
  });
  const answers = join(dataFolder, 'answers');
  // A server that was killed left the answers of its users there.
  await rm(answers, { recursive: true, force: true });
  const queryRunner = new QueryRunner(db, answers, {
    queries: options.queriesPerUser || Number.POSITIVE_INFINITY,
    // Half of the engines are left to other callers, if there are enough.
    databases: databases.poolLimit < 4 ? Number.POSITIVE_INFINITY : Math.floor(databases.poolLimit / 2),
  });
  const imports = join(dataFolder, 'imports');
  await rm(imports, { recursive: true, force: true });
  const activity = new ProjectActivity(db, log);
  const lifecycle = new ProjectLifecycle({
    db,
    work: createDatabaseWork({
      db,
      secretBox,
      databases,
      engines,
      recordSize: (ref, bytes) => activity.recordSize(ref, bytes),
      log,
    }),
    maintain: () =>
      engines.maintainIdle(maintenanceIdleMs, async (engine, isWanted, ref) => {
        await databases.maintain(engine, isWanted);
        // A caller who waits comes first.
        if (isWanted()) return;
        await activity.recordSize(ref, await engine.lease(readDatabaseBytes));
      }),
    log,
    alone,
    ...(options.inspect && { inspect: options.inspect }),
  });

  const feed = new ProjectFeed({ onChange: (ref, changed) => lifecycle.onChange(ref, changed) });

  if (alone) await endInterruptedRuns(db);
  if (only)
    await ensureOnlyProject(
      { db, lifecycle, secretBox, automaticRls: options.automaticRls },
      only.organizationId,
      only.ref,
    );
  lifecycle.start();
  const authOptions = { ...options.auth, sendsEmails: options.auth.mailer !== noMailer, db, secretBox };
  const auth = openProjectAuth({
    ...authOptions,
    engines,
    log,
    developerOf: (ref) => databases.developer(ref),
    countRequest: (projectId) => activity.countRequest(projectId),
    writeLog: logs.write,
  });
  const logged = (routes: Hono<HttpEnv>) => new Hono<HttpEnv>().use(logRequests(logs.write)).route('/', routes);
  return {
    routes: projectRoutes({
      ...options,
      databases,
      engines,
      lifecycle,
      queryRunner,
      importFiles: new ImportFiles(imports),
      activity,
      logs,
      feed,
      capabilities: databases.capabilities,
    }),
    dataApi: logged(
      dataApiRoutes({
        db,
        secretBox,
        openTarget: projectTarget({ databases, engines, lifecycle }),
        countRequest: (projectId) => activity.countRequest(projectId),
        writeLog: logs.write,
      }),
    ),
    authRoutes: logged(auth.routes),
    modelRoutes: assistantEndpointRoutes({ ...options.assistant, db, secretBox, testEndpoint }),
    userRoutes: projectUserRoutes({ db, auth }).route('/', authConfigRoutes(authOptions)),
    endFeeds: () => feed.end(),
    async end() {
      await queryRunner.end();
      await activity.end();
      await logs.end();
      await lifecycle.end();
      await engines.end();
    },
  };
}
