import type { Selectable } from 'kysely';
import type { MemberRole } from '../../src/contract/organizations/member.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { OrganizationsTable } from '../database/tables/platform.tables.ts';
import type { ProjectsTable } from '../database/tables/project.tables.ts';
import { ApiError } from '../http/errors.ts';

export interface OrganizationAccess {
  organization: Selectable<OrganizationsTable>;
  role: MemberRole;
}

export interface ProjectAccess {
  project: Selectable<ProjectsTable>;
  organizationSlug: string;
  role: MemberRole;
}

/** Another user's organization or project gets the same 404 as one that does not exist. */
const organizationNotFound = () => new ApiError(404, 'organization_not_found', 'This organization does not exist');
const projectNotFound = () => new ApiError(404, 'project_not_found', 'This project does not exist');

/** The format of generated slugs and refs; anything else needs no query. */
const wellFormed = /^[a-z0-9_-]{1,64}$/i;

/** The organization with this slug, if the user belongs to it. */
export async function requireOrganization(
  db: ControlDatabase,
  userId: string,
  slug: string,
): Promise<OrganizationAccess> {
  if (!wellFormed.test(slug)) throw organizationNotFound();
  const row = await db
    .selectFrom('organizations')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select('organization_members.role')
    .where('organizations.slug', '=', slug)
    .where('organization_members.user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw organizationNotFound();
  const { role, ...organization } = row;
  return { organization, role };
}

/** The project with this ref, if the user belongs to its organization. */
export async function requireProject(db: ControlDatabase, userId: string, ref: string): Promise<ProjectAccess> {
  if (!wellFormed.test(ref)) throw projectNotFound();
  const row = await db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .selectAll('projects')
    .select(['organizations.slug as organization_slug', 'organization_members.role'])
    .where('projects.ref', '=', ref)
    .where('projects.status', '!=', 'REMOVED')
    .where('organization_members.user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw projectNotFound();
  const { role, organization_slug: organizationSlug, ...project } = row;
  return { project, organizationSlug, role };
}

/**
 * Only owners delete projects and decide for the whole organization: its plan, the assistant's model. Other members get
 * a 403 instead of a 404, because they can see the organization anyway.
 */
export function requireOwner({ role }: Pick<OrganizationAccess, 'role'>): void {
  if (role !== 'owner') throw new ApiError(403, 'not_owner', 'Only organization owners can do this.');
}
