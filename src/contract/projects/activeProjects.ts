import type { Organization } from '../organizations/organization.ts';
import type { Project } from './project.ts';
import { inactiveStatuses } from './projectStatus.ts';

/** The active projects that a plan's limit counts together: those in all organizations on it that the user owns. */
export function countActiveProjects(
  tier: string,
  organizations: readonly Pick<Organization, 'slug' | 'tier' | 'is_owner'>[],
  projects: readonly Pick<Project, 'organization_slug' | 'status'>[],
): number {
  const slugs = new Set(organizations.filter((one) => one.is_owner && one.tier === tier).map(({ slug }) => slug));
  return projects.filter(({ organization_slug: slug, status }) => slugs.has(slug) && !inactiveStatuses.includes(status))
    .length;
}
