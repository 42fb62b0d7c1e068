import { watchResources } from '../../parts/watchResources.ts';
import type { ProjectEvent } from './projectEvents.ts';

/** Reports every settled reading of the project's detail. */
export const watchProject = watchResources<ProjectEvent, { ref: string }>(({ watch, report, input: { ref } }) =>
  watch('project', { ref }, ({ data, failure, refreshing }) => {
    if (refreshing) return;
    if (data) report({ type: 'project.loaded', project: data });
    if (failure) report({ type: 'project.loadFailed', failure });
  }),
);
