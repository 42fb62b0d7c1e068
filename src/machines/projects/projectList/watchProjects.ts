import { transientStatuses } from '../../../contract/projects/projectStatus.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** What the cache says of the list of projects, once a reading of it is through. */
export type ProjectsEvent =
  /** `hasTransient`: another status follows by itself for at least one of them. */
  { type: 'projects.loaded'; hasTransient: boolean } | { type: 'projects.loadFailed' };

/** Reports every reading of the list of projects. */
export const watchProjects = watchResources<ProjectsEvent>(({ watch, report }) =>
  watch('projects', {}, ({ data, failure, refreshing }) => {
    if (refreshing) return;
    if (failure) report({ type: 'projects.loadFailed' });
    else if (data)
      report({ type: 'projects.loaded', hasTransient: data.some(({ status }) => transientStatuses.includes(status)) });
  }),
);
