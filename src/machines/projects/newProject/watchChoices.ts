import type { Failure } from '../../../contract/common/apiError.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import type { ResourceView } from '../../parts/port.ts';
import { watchResources } from '../../parts/watchResources.ts';
import { suggestedName } from './projectValues.ts';

export interface OrganizationsLoaded {
  type: 'organizations.loaded';
  organizations: readonly Organization[];
  /** A name for the first organization of a user who has none. */
  suggestion: string;
}

/** Events about the lists that the form's choices depend on. */
export type ChoicesEvent =
  | OrganizationsLoaded
  | { type: 'organizations.loadFailed'; failure: Failure }
  | { type: 'projects.loaded'; projects: readonly Project[] };

/**
 * Reports each list whenever its reading has settled. That there is no organization is reported together with the
 * user's name: until a new user has a profile, which is created at the first visit, the list is not theirs yet.
 */
export const watchChoices = watchResources<ChoicesEvent>(({ watch, report }) => {
  let organizations: readonly Organization[] | null = null;
  let profile: ResourceView<'profile'> | null = null;
  const reportOrganizations = () => {
    if (!organizations) return;
    if (organizations.length > 0 || profile?.data)
      report({
        type: 'organizations.loaded',
        organizations,
        suggestion: profile?.data ? suggestedName(profile.data) : '',
      });
    // Without a profile yet, it is being created.
    else if (profile?.failure && profile.failure.code !== 404 && !profile.refreshing)
      report({ type: 'organizations.loadFailed', failure: profile.failure });
  };
  watch('profile', {}, (view) => {
    profile = view;
    if (organizations?.length === 0) reportOrganizations();
  });
  watch('organizations', {}, ({ data, failure, refreshing }) => {
    organizations = refreshing ? null : (data ?? null);
    if (data) reportOrganizations();
    else if (failure && !refreshing) report({ type: 'organizations.loadFailed', failure });
  });
  watch('projects', {}, ({ data }) => {
    if (data) report({ type: 'projects.loaded', projects: data });
  });
});
