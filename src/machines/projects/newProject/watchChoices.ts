import type { Failure } from '../../../contract/common/apiError.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** What the cache says of the lists that a new project is chosen against. */
export type ChoicesEvent =
  | { type: 'organizations.loaded'; organizations: readonly Organization[] }
  | { type: 'organizations.loadFailed'; failure: Failure }
  | { type: 'projects.loaded'; projects: readonly Project[] };

/** Reports each list whenever it is not about to change. */
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
