import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { ChangePlan } from '../../src/contract/organizations/changePlan.ts';
import type { CreateOrganization } from '../../src/contract/organizations/createOrganization.ts';
import type { Member, MemberRole } from '../../src/contract/organizations/member.ts';
import type { Organization } from '../../src/contract/organizations/organization.ts';
import type { PlanTier } from '../../src/contract/organizations/plans.ts';
import { errorCode } from '../common/errorCode.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { OrganizationsTable } from '../database/tables/platform.tables.ts';
import { ApiError } from '../http/errors.ts';
import type { OrganizationAccess } from './access.ts';
import { hasModel, type AssistantEndpointsOptions } from './assistantEndpoints.ts';
import { createOnce, keepIdempotencyKey } from './idempotency.ts';
import { profileNotFound } from './profiles.ts';
import { randomLetters } from './randomLetters.ts';

type OrganizationsOptions = Pick<AssistantEndpointsOptions, 'db' | 'settings'>;

export async function listOrganizations(
  { db, settings }: OrganizationsOptions,
  userId: string,
): Promise<Organization[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .leftJoin('assistant_endpoints', 'assistant_endpoints.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select(['organization_members.role', 'assistant_endpoints.model'])
    .where('organization_members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute();
  return rows.map(({ role, model, ...row }) =>
    describeOrganization(row, role, settings.endpoint !== null || model !== null),
  );
}

/** The members of an organization, owners first. */
export const listMembers = (db: ControlDatabase, organizationId: number): Promise<Member[]> =>
  db
    .selectFrom('organization_members')
    .innerJoin('profiles', 'profiles.gotrue_id', 'organization_members.user_id')
    .select(['profiles.gotrue_id', 'profiles.primary_email', 'organization_members.role'])
    .where('organization_members.organization_id', '=', organizationId)
    .orderBy('organization_members.role', 'desc')
    .orderBy('organization_members.created_at')
    .orderBy('profiles.id')
    .execute();

const findOrganizationOfKey = (db: ControlDatabase, userId: string, key: string) =>
  db
    .selectFrom('organizations')
    .innerJoin('idempotency_keys', 'idempotency_keys.organization_id', 'organizations.id')
    .innerJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'organizations.id')
        .onRef('organization_members.user_id', '=', 'idempotency_keys.user_id'),
    )
    .selectAll('organizations')
    .where('idempotency_keys.user_id', '=', userId)
    .where('idempotency_keys.key', '=', key)
    .executeTakeFirst();

/** Sets the plans of organizations, as the server's settings name them. */
export async function setPlans(db: ControlDatabase, plans: ReadonlyMap<string, PlanTier>, log: Logger): Promise<void> {
  for (const [slug, tier] of plans) {
    const { numUpdatedRows } = await db
      .updateTable('organizations')
      .set({ tier })
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) log.warn({ slug }, 'BASECHART_PLANS names an organization that does not exist');
  }
}

/**
 * Changes the plan of an organization. Its projects keep running and keep their settings: the limits of the new plan
 * apply to what is created, restored or changed from now on, and to how long logs are stored.
 */
export async function changePlan(
  options: OrganizationsOptions,
  { organization: { id }, role }: OrganizationAccess,
  { tier }: ChangePlan,
): Promise<Organization> {
  const row = await options.db
    .updateTable('organizations')
    .set({ tier })
    .where('id', '=', id)
    .where('tier', '!=', 'tier_enterprise')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined)
    throw new ApiError(
      403,
      'plan_set_by_administrator',
      'The server administrator sets the plan of this organization.',
    );
  return describeOrganization(row, role, await hasModel(options, id));
}

/** Creates an organization that belongs to the user. */
export async function createOrganization(
  options: OrganizationsOptions,
  user: { id: string; email: string },
  { name, kind, size, tier }: CreateOrganization,
  idempotencyKey: string | null = null,
): Promise<Organization> {
  const { db } = options;
  const create = () =>
    db.transaction().execute(async (tx) => {
      const organization = await tx
        .insertInto('organizations')
        .values({
          slug: randomLetters(20),
          name,
          kind,
          tier,
          size: kind === 'COMPANY' ? (size ?? null) : null,
          billing_email: user.email || null,
          restriction_status: null,
          restriction_data: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('organization_members')
        .values({ organization_id: organization.id, user_id: user.id, role: 'owner' })
        .execute();
      await keepIdempotencyKey(tx, user.id, idempotencyKey, { organization_id: organization.id });
      return organization;
    });
  try {
    const row = await createOnce(idempotencyKey, (key) => findOrganizationOfKey(db, user.id, key), create);
    return describeOrganization(row, 'owner', await hasModel(options, row.id));
  } catch (error) {
    // The member must have a profile.
    if (errorCode(error) === '23503') throw profileNotFound();
    throw error;
  }
}

export const describeOrganization = (
  row: Selectable<OrganizationsTable>,
  role: MemberRole,
  isAssistantConfigured: boolean,
): Organization => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  billing_email: row.billing_email,
  tier: row.tier,
  is_owner: role === 'owner',
  restriction_status: row.restriction_status,
  restriction_data: row.restriction_data,
  assistant_configured: isAssistantConfigured,
});
