import type { Organization } from '../organizations/organization.ts';
import type { Project } from './project.ts';

/** Whether a model answers in the organization. */
export const hasModel = (organization: Pick<Organization, 'assistant_configured'> | undefined): boolean =>
  organization?.assistant_configured === true;

/** The organization of a project, or of the project that a preview branch belongs to. */
export function organizationOf(
  ref: string | null | undefined,
  projects: readonly Project[] | undefined,
  organizations: readonly Organization[] | undefined,
): Organization | undefined {
  if (ref == null) return undefined;
  const project = projects?.find((one) => one.ref === ref || one.preview_branch_refs.includes(ref));
  return project && organizations?.find(({ slug }) => slug === project.organization_slug);
}
