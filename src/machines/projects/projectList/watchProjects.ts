import { fromCallback, type EventObject } from 'xstate';
import { transientStatuses } from '../../../contract/projects/projectStatus.ts';
import type { ResourcePort } from '../../parts/port.ts';

/** What the cache says of the list of projects, once a reading of it is through. */
export type ProjectsEvent =
  /** `hasTransient`: another status follows by itself for at least one of them. */
  { type: 'projects.loaded'; hasTransient: boolean } | { type: 'projects.loadFailed' };

/** Keeps the list of projects observed, and reports every reading of it. */
export const watchProjects = fromCallback<EventObject, { resources: ResourcePort }>(
  ({ sendBack, input: { resources } }) => {
    const report = (seen: ProjectsEvent) => sendBack(seen);
    return resources.watch({ name: 'projects', params: {} }, ({ data, failure, refreshing }) => {
      if (refreshing) return;
      if (failure) report({ type: 'projects.loadFailed' });
      else if (data)
        report({
          type: 'projects.loaded',
          hasTransient: data.some(({ status }) => transientStatuses.includes(status)),
        });
    });
  },
);
