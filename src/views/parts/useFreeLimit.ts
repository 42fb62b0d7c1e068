import type { Organization } from '../../contract/organizations/organization.ts';
import { isAtFreeLimit } from '../../contract/projects/freeLimit.ts';
import { useResource } from './useResource.ts';

interface FreeLimit {
  /** The project's organization, once it is known. */
  organization: Organization | undefined;
  /** The plan refuses to restore the project, now or once it is paused. */
  isReached: boolean;
}

/** The limit of the Free plan for a project. With `wanted` false nothing is requested. */
export function useFreeLimit(ref: string, wanted = true): FreeLimit {
  const organizations = useResource('organizations', {}, wanted).data ?? [];
  const projects = useResource('projects', {}, wanted).data ?? [];
  const slug = projects.find((project) => project.ref === ref)?.organization_slug;
  return {
    organization: organizations.find((organization) => organization.slug === slug),
    isReached: wanted && slug !== undefined && isAtFreeLimit(slug, { organizations, projects }, ref),
  };
}
