import { Hono, type Context } from 'hono';
import { allowsSize } from '../../src/contract/projects/allowsSize.ts';
import { computeSizeIds } from '../../src/contract/projects/computeSizeIds.ts';
import { createProjectSchema, resizeProjectSchema } from '../../src/contract/projects/createProject.ts';
import type { ProjectDetail } from '../../src/contract/projects/project.ts';
import type { UserEnv } from '../auth/user.env.ts';
import { readBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { getOnly, jsonLines, sendLines } from '../http/sendLines.ts';
import { requireOrganization, requireOwner, requireProject } from '../platform/access.ts';
import { readIdempotencyKey } from '../platform/idempotency.ts';
import { activityRoutes } from './activity/activity.routes.ts';
import type { ProjectActivity } from './activity/projectActivity.ts';
import { advisorRoutes, exposedSchemasOf } from './advisors/advisors.routes.ts';
import { assistantRoutes, type AssistantOptions } from './assistant/assistant.routes.ts';
import { readCatalog } from './catalog/catalog.ts';
import { readSpec } from './lifecycle/databaseWork.ts';
import type { ProjectCommand } from './lifecycle/lifecycle.machine.ts';
import { logRoutes, type LogRoutesOptions } from './logs/logs.routes.ts';
import type { ProjectFeed } from './projectFeed.ts';
import {
  createProject,
  describeProjectInFull,
  listProjects,
  assertProjectQuota,
  type CreateProjectOptions,
} from './projects.ts';
import { engineFailure, projectTarget } from './queries/projectTarget.ts';
import type { ProjectAccessOptions } from './queries/projectTarget.ts';
import { queryRoutes } from './queries/query.routes.ts';
import type { QueryRunner } from './queries/queryRunner.ts';
import { openSecrets } from './secrets/projectSecrets.ts';
import { snippetRoutes } from './snippets/snippet.routes.ts';
import type { ImportFiles } from './tables/importFile.ts';
import { tableRoutes } from './tables/tables.routes.ts';

interface ProjectRoutesOptions extends CreateProjectOptions, ProjectAccessOptions, LogRoutesOptions {
  platformMode: boolean;
  /** Base URL of a project's own API, by its ref. */
  apiUrlOf(ref: string): string;
  queryRunner: QueryRunner;
  importFiles: ImportFiles;
  activity: ProjectActivity;
  feed: ProjectFeed;
  assistant: AssistantOptions;
}

/** `/projects`, behind a bearer token. */
export function projectRoutes(options: ProjectRoutesOptions): Hono<UserEnv> {
  const { db, databases, lifecycle, secretBox, capabilities, platformMode, apiUrlOf, feed } = options;
  const openTarget = projectTarget(options);
  const access = (c: Context<UserEnv>) => requireProject(db, c.var.user.id, c.req.param('ref') ?? '');

  const requester = (c: Context<UserEnv>) => ({ userId: c.var.user.id, log: c.var.log });

  const command = (type: 'pause' | 'restore' | 'restart' | 'upgrade') => async (c: Context<UserEnv>) => {
    const { project } = await access(c);
    const order: ProjectCommand = { type: `${type}.requested` };
    // Restoring makes a project active again, and so does restarting one whose setup failed.
    const status = await lifecycle.command(project.id, order, requester(c), (tx) =>
      type === 'pause' ? Promise.resolve() : assertProjectQuota(tx, project.id),
    );
    return c.json({ status }, 202);
  };

  const describe = async (c: Context<UserEnv>): Promise<ProjectDetail> => {
    const { project, organizationSlug } = await access(c);
    return describeProjectInFull(project, organizationSlug, capabilities, lifecycle.setupOf(project.ref));
  };

  const routes = new Hono<UserEnv>()
    .get('/', async (c) => c.json(await listProjects(db, c.var.user.id)))
    .post('/', async (c) => {
      if (!platformMode) throw new ApiError(403, 'one_project_only', 'A self-hosted server has one project.');
      const input = await readBody(c, createProjectSchema);
      const organization = await requireOrganization(db, c.var.user.id, input.organization_slug);
      return c.json(await createProject(options, organization, requester(c), input, readIdempotencyKey(c)), 201);
    })
    .get('/:ref', async (c) => c.json(await describe(c)))
    .get('/:ref/feed', getOnly, async (c) => {
      await access(c);
      const left = new AbortController();
      const projects = feed.open({
        userId: c.var.user.id,
        ref: c.req.param('ref'),
        read: async () => {
          await c.var.requireSession();
          return await describe(c);
        },
        signal: left.signal,
      });
      return sendLines(c, jsonLines(projects), left, (error) => c.var.log.debug({ err: error }, 'stream ended'));
    })
    .delete('/:ref', async (c) => {
      const { project, role } = await access(c);
      requireOwner({ role });
      if (!platformMode)
        throw new ApiError(403, 'one_project_only', 'The project of a self-hosted server cannot be deleted.');
      return c.json({ status: await lifecycle.command(project.id, { type: 'removal.requested' }, requester(c)) }, 202);
    })
    .post('/:ref/pause', command('pause'))
    .post('/:ref/restart', command('restart'))
    .post('/:ref/upgrade', command('upgrade'))
    .post('/:ref/restore', command('restore'))
    .post('/:ref/resize', async (c) => {
      const { project } = await access(c);
      const { compute_size: size } = await readBody(c, resizeProjectSchema);
      const status = await lifecycle.command(project.id, { type: 'resize.requested' }, requester(c), async (tx) => {
        const { tier } = await tx
          .selectFrom('organizations')
          .select('tier')
          .where('id', '=', project.organization_id)
          .executeTakeFirstOrThrow();
        if (!allowsSize(tier, size))
          throw new ApiError(
            403,
            'paid_plan_required',
            `The free plan includes the compute size ${computeSizeIds[0]} only.`,
          );
        await tx.updateTable('projects').set({ compute_size: size }).where('id', '=', project.id).execute();
      });
      return c.json({ status }, 202);
    })
    .get('/:ref/connection', async (c) => {
      const { project } = await access(c);
      return c.json(databases.connection(project.ref));
    })
    .get('/:ref/api-keys', async (c) => {
      const { project } = await access(c);
      const sealed = await db
        .selectFrom('project_secrets')
        .select(['anon_key', 'service_role_key'])
        .where('project_id', '=', project.id)
        .executeTakeFirstOrThrow();
      const keys = await openSecrets(secretBox, project.ref, sealed);
      return c.json({ url: apiUrlOf(project.ref), anon: keys.anon_key, service_role: keys.service_role_key });
    })
    .get('/:ref/database/catalog', async (c) => {
      const { project } = await access(c);
      const { lease, user } = await openTarget(project);
      try {
        return c.json(
          await lease((session) => readCatalog(session, exposedSchemasOf(project)), { user, signal: c.req.raw.signal }),
        );
      } catch (error) {
        throw engineFailure(error);
      }
    });

  return routes
    .route('/', snippetRoutes(db))
    .route('/', activityRoutes({ db, openTarget, activity: options.activity }))
    .route('/', logRoutes(options))
    .route('/', advisorRoutes({ db, openTarget }))
    .route('/', tableRoutes({ db, openTarget, importFiles: options.importFiles }))
    .route('/', assistantRoutes({ ...options.assistant, db, secretBox, openTarget, logs: options.logs }))
    .route(
      '/',
      queryRoutes({
        db,
        openTarget,
        runner: options.queryRunner,
        writeLog: options.logs.write,
        cancelBackend: async (project, backendPid) =>
          databases.cancelBackend(await readSpec(options, project.ref), backendPid),
      }),
    );
}
