import type { Organization } from '../organizations/organization.ts';
import { planLimitsOf } from '../organizations/planLimits.ts';
import { countActiveProjects } from './activeProjects.ts';
import type { Project } from './project.ts';

interface KnownProjects {
  organizations: readonly Pick<Organization, 'slug' | 'tier' | 'is_owner'>[];
  projects: readonly Pick<Project, 'ref' | 'organization_slug' | 'status'>[];
}

/**
 * Whether the plan refuses an organization another active project, as far as the user can know: of an organization of
 * other owners, only its own projects. `without` is the project that would become active.
 */
export function isAtFreeLimit(slug: string, { organizations, projects }: KnownProjects, without?: string): boolean {
  const organization = organizations.find((one) => one.slug === slug);
  const limit = organization ? planLimitsOf(organization.tier).activeProjects : null;
  if (!organization || limit === null) return false;
  const counted = organization.is_owner ? organizations : [{ ...organization, is_owner: true }];
  const others = projects.filter(({ ref }) => ref !== without);
  return countActiveProjects(organization.tier, counted, others) >= limit;
}
