import { transientStatuses } from '../../../contract/projects/projectStatus.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** Events about the list of projects, once a reading has settled. */
export type ProjectsEvent =
  /** `hasTransient`: the status of at least one project changes without user action. */
  { type: 'projects.loaded'; hasTransient: boolean } | { type: 'projects.loadFailed' };

/** Reports every settled reading of the list of projects. */
export const watchProjects = watchResources<ProjectsEvent>(({ watch, report }) =>
  watch('projects', {}, ({ data, failure, refreshing }) => {
    if (refreshing) return;
    if (failure) report({ type: 'projects.loadFailed' });
    else if (data)
      report({ type: 'projects.loaded', hasTransient: data.some(({ status }) => transientStatuses.includes(status)) });
  }),
);
