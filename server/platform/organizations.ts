import type { Selectable } from 'kysely';
import type { CreateOrganization, Organization } from '../../src/contract/organizations/organization.ts';
import { errorCode } from '../common/errorCode.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { MemberRole, OrganizationsTable } from '../database/tables/platform.tables.ts';
import { profileNotFound } from './profiles.ts';
import { randomLetters } from './randomLetters.ts';

export async function listOrganizations(db: ControlDatabase, userId: string): Promise<Organization[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select('organization_members.role')
    .where('organization_members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute();
  return rows.map(({ role, ...row }) => describeOrganization(row, role));
}

/** Creates an organization that belongs to the user. */
export async function createOrganization(
  db: ControlDatabase,
  user: { id: string; email: string },
  { name, kind, size, tier }: CreateOrganization,
): Promise<Organization> {
  try {
    const row = await db.transaction().execute(async (tx) => {
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
      return organization;
    });
    return describeOrganization(row, 'owner');
  } catch (error) {
    // The member must have a profile.
    if (errorCode(error) === '23503') throw profileNotFound();
    throw error;
  }
}

export const describeOrganization = (row: Selectable<OrganizationsTable>, role: MemberRole): Organization => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  billing_email: row.billing_email,
  tier: row.tier,
  is_owner: role === 'owner',
  restriction_status: row.restriction_status,
  restriction_data: row.restriction_data,
});
