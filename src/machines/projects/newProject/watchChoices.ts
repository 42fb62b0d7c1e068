import type { Failure } from '../../../contract/common/apiError.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** Events about the lists that the form's choices depend on. */
export type ChoicesEvent =
  | { type: 'organizations.loaded'; organizations: readonly Organization[] }
  | { type: 'organizations.loadFailed'; failure: Failure }
  | { type: 'projects.loaded'; projects: readonly Project[] };

/** Reports each list whenever its reading has settled. */
export const watchChoices = watchResources<ChoicesEvent>(({ watch, report }) => {
  watch('organizations', {}, ({ data, failure, refreshing }) => {
    if (refreshing) return;
    if (data) report({ type: 'organizations.loaded', organizations: data });
    else if (failure) report({ type: 'organizations.loadFailed', failure });
  });
  watch('projects', {}, ({ data }) => {
    if (data) report({ type: 'projects.loaded', projects: data });
  });
});
