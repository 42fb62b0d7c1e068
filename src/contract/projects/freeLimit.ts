import type { Organization } from '../organizations/organization.ts';
import { freeProjectLimit } from '../organizations/plans.ts';
import type { Project } from './project.ts';
import { inactiveStatuses } from './projectStatus.ts';

export interface KnownProjects {
  organizations: readonly Pick<Organization, 'slug' | 'tier' | 'is_owner'>[];
  projects: readonly Pick<Project, 'ref' | 'organization_slug' | 'status'>[];
}

/**
 * Whether the Free plan refuses an organization another active project, as far as the user can know: the platform
 * counts over all Free organizations of each owner. `without` is the project that would become active.
 */
export function isAtFreeLimit(slug: string, { organizations, projects }: KnownProjects, without?: string): boolean {
  const organization = organizations.find((one) => one.slug === slug);
  if (organization?.tier !== 'tier_free') return false;
  const counted = new Set(
    organizations
      .filter((one) => one === organization || (organization.is_owner && one.is_owner && one.tier === 'tier_free'))
      .map((one) => one.slug),
  );
  const active = projects.filter(
    ({ ref, organization_slug: owner, status }) =>
      ref !== without && counted.has(owner) && !inactiveStatuses.includes(status),
  );
  return active.length >= freeProjectLimit;
}
