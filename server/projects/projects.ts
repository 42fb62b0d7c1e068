import type { Selectable } from 'kysely';
import { planLimitsOf } from '../../src/contract/organizations/planLimits.ts';
import { tierName, type PlanTier } from '../../src/contract/organizations/plans.ts';
import { allowsSize } from '../../src/contract/projects/allowsSize.ts';
import { computeSizeIds } from '../../src/contract/projects/computeSizeIds.ts';
import { projectNameMax, projectNameMin, type CreateProject } from '../../src/contract/projects/createProject.ts';
import type { EngineCapabilities, Project, ProjectDetail, ProjectSetup } from '../../src/contract/projects/project.ts';
import { inactiveStatuses } from '../../src/contract/projects/projectStatus.ts';
import { regionsOf } from '../../src/contract/projects/regions.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { SecretBox } from '../database/secretBox.ts';
import type { ProjectsTable } from '../database/tables/project.tables.ts';
import { ApiError } from '../http/errors.ts';
import type { OrganizationAccess } from '../platform/access.ts';
import { createOnce, keepIdempotencyKey } from '../platform/idempotency.ts';
import { randomLetters } from '../platform/randomLetters.ts';
import { passwordVerifier } from './databases/passwordVerifier.ts';
import type { ProjectLifecycle, Requester } from './lifecycle/projectLifecycle.ts';
import { makeProjectSecrets, sealSecrets } from './secrets/projectSecrets.ts';

type ProjectRow = Selectable<ProjectsTable>;

const describeProject = (row: ProjectRow, organizationSlug: string): Project => ({
  id: row.id,
  ref: row.ref,
  name: row.name,
  organization_id: row.organization_id,
  organization_slug: organizationSlug,
  parent_project_ref: row.parent_project_ref,
  status: row.status,
  cloud_provider: row.cloud_provider,
  region: row.region,
  preview_branch_refs: [],
  inserted_at: row.inserted_at.toISOString(),
  database_bytes: row.database_bytes === null ? null : Number(row.database_bytes),
});

export const describeProjectInFull = (
  row: ProjectRow,
  organizationSlug: string,
  capabilities: EngineCapabilities,
  setup: ProjectSetup | null,
): ProjectDetail => ({
  ...describeProject(row, organizationSlug),
  postgrestStatus: row.data_api && row.status === 'ACTIVE_HEALTHY' ? 'ONLINE' : 'OFFLINE',
  dbVersion: row.db_version,
  compute_size: row.compute_size,
  capabilities,
  status_reason: row.status_reason,
  setup,
});

/** The user's projects in all their organizations, the oldest first. */
export async function listProjects(db: ControlDatabase, userId: string): Promise<Project[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .selectAll('projects')
    .select((from) => [
      'organizations.slug as organization_slug',
      // A database is measured when its home is shown, and once it has been idle; runs are known at once.
      from
        .fn<Date>('greatest', [
          'projects.inserted_at',
          'projects.measured_at',
          from
            .selectFrom('query_runs')
            .select(({ fn }) => fn.max('query_runs.started_at').as('last'))
            .whereRef('query_runs.project_id', '=', 'projects.id'),
        ])
        .as('last_active_at'),
    ])
    .where('organization_members.user_id', '=', userId)
    .where('projects.status', '!=', 'REMOVED')
    .orderBy('projects.id')
    .execute();
  return rows.map(({ organization_slug: slug, last_active_at: lastActive, ...row }) => ({
    ...describeProject(row, slug),
    last_active_at: lastActive.toISOString(),
  }));
}

export interface CreateProjectOptions {
  db: ControlDatabase;
  lifecycle: ProjectLifecycle;
  secretBox: SecretBox;
  capabilities: EngineCapabilities;
  /** Available major versions. */
  postgresVersions: readonly string[];
  /** Whether new tables can be protected, and are unless the request says otherwise. */
  automaticRls: boolean;
}

const findProjectOfKey = async (db: ControlDatabase, organizationId: number, userId: string, key: string) => {
  const row = await db
    .selectFrom('projects')
    .innerJoin('idempotency_keys', 'idempotency_keys.project_id', 'projects.id')
    .selectAll('projects')
    .where('idempotency_keys.user_id', '=', userId)
    .where('idempotency_keys.key', '=', key)
    .where('projects.organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && { row, begin: () => undefined };
};

/** Creates the project's row and starts its setup; the response does not wait for that. */
export async function createProject(
  { db, lifecycle, secretBox, capabilities, postgresVersions, automaticRls }: CreateProjectOptions,
  { organization }: OrganizationAccess,
  requester: Requester,
  input: CreateProject,
  idempotencyKey: string | null = null,
): Promise<ProjectDetail> {
  const name = readName(input.name);
  const { cloud_provider: provider, region, postgres_version: version, compute_size: size = computeSizeIds[0] } = input;
  if (!regionsOf[provider].some(({ code }) => code === region))
    throw invalid(`region: ${provider} has no region "${region}".`);
  if (version !== undefined && !postgresVersions.includes(version))
    throw invalid(`postgres_version: there is no Postgres ${version} here, only ${postgresVersions.join(', ')}.`);
  if (!allowsSize(organization.tier, size)) throw invalid('compute_size: the free plan has one size only.');

  const ref = randomLetters(20);
  const create = async () => {
    const secrets = await sealSecrets(
      secretBox,
      ref,
      await makeProjectSecrets(ref, await passwordVerifier(input.db_pass)),
    );
    return db.transaction().execute(async (tx) => {
      await requireProjectQuota(tx, organization);
      const made = await tx
        .insertInto('projects')
        .values({
          ref,
          name,
          organization_id: organization.id,
          parent_project_ref: null,
          status: 'COMING_UP',
          status_reason: null,
          cloud_provider: provider,
          region,
          compute_size: size,
          db_version: null,
          data_api: input.data_api,
          automatic_rls: input.automatic_rls ?? automaticRls,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('project_secrets')
        .values({ project_id: made.id, ...secrets })
        .execute();
      await keepIdempotencyKey(tx, requester.userId, idempotencyKey, { project_id: made.id });
      return { row: made, begin: await lifecycle.registerCreation(tx, made, requester) };
    });
  };
  const { row, begin } = await createOnce(
    idempotencyKey,
    (key) => findProjectOfKey(db, organization.id, requester.userId, key),
    create,
  );
  begin();
  return describeProjectInFull(row, organization.slug, capabilities, lifecycle.setupOf(row.ref));
}

/** The one project of a self-hosted server, created at its first start. */
export async function ensureOnlyProject(
  {
    db,
    lifecycle,
    secretBox,
    automaticRls,
  }: Pick<CreateProjectOptions, 'db' | 'lifecycle' | 'secretBox' | 'automaticRls'>,
  organizationId: number,
  ref: string,
): Promise<void> {
  const secrets = await sealSecrets(secretBox, ref, await makeProjectSecrets(ref, null));
  const begin = await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('projects')
      .values({
        ref,
        name: 'Default project',
        organization_id: organizationId,
        parent_project_ref: null,
        status: 'COMING_UP',
        status_reason: null,
        cloud_provider: 'AWS',
        region: 'us-east-1',
        compute_size: computeSizeIds[0],
        db_version: null,
        data_api: true,
        automatic_rls: automaticRls,
      })
      .onConflict((conflict) => conflict.column('ref').doNothing())
      .returning(['id', 'ref'])
      .executeTakeFirst();
    if (made === undefined) return null;
    await tx
      .insertInto('project_secrets')
      .values({ project_id: made.id, ...secrets })
      .execute();
    return await lifecycle.registerCreation(tx, made, null);
  });
  begin?.();
}

/**
 * Refuses another active project if an owner of the organization has reached the plan's limit, counted over all their
 * organizations on this plan. Owners' rows are locked, so that two concurrent requests cannot both use the last slot.
 */
async function requireProjectQuota(tx: ControlDatabase, { id, tier }: { id: number; tier: PlanTier }): Promise<void> {
  const limit = planLimitsOf(tier).activeProjects;
  if (limit === null) return;
  const owners = await tx
    .selectFrom('profiles')
    .innerJoin('organization_members', 'organization_members.user_id', 'profiles.gotrue_id')
    .select('profiles.gotrue_id')
    .where('organization_members.organization_id', '=', id)
    .where('organization_members.role', '=', 'owner')
    .orderBy('profiles.gotrue_id')
    .forUpdate('profiles')
    .execute();
  const full = await tx
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .select('organization_members.user_id')
    .where('organizations.tier', '=', tier)
    .where('organization_members.role', '=', 'owner')
    .where(
      'organization_members.user_id',
      'in',
      owners.map((owner) => owner.gotrue_id),
    )
    .where('projects.status', 'not in', inactiveStatuses)
    .groupBy('organization_members.user_id')
    .having((group) => group.fn.countAll(), '>=', limit)
    .executeTakeFirst();
  if (full) {
    throw new ApiError(
      403,
      'free_project_limit',
      `The ${tierName(tier)} plan includes ${limit} active projects per owner. Pause or delete one, or choose a paid plan.`,
    );
  }
}

/**
 * The same for a project that becomes active again; a project that is already active counts. The project's row is
 * locked.
 */
export async function assertProjectQuota(tx: ControlDatabase, projectId: number): Promise<void> {
  const { status, ...organization } = await tx
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(['organizations.id', 'organizations.tier', 'projects.status'])
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (inactiveStatuses.includes(status)) await requireProjectQuota(tx, organization);
}

/** Dots would look like a host name and are removed. */
function readName(text: string): string {
  const name = text.replaceAll('.', '').trim();
  if (name.length < projectNameMin || name.length > projectNameMax)
    throw invalid(`name: ${projectNameMin} to ${projectNameMax} characters, dots not counted.`);
  return name;
}

const invalid = (message: string) => new ApiError(400, 'validation_failed', message);
