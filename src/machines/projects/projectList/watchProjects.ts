import { fromCallback, type EventObject } from 'xstate';
import { transientStatuses } from '../../../contract/projects/projectStatus.ts';
import type { ResourcePort } from '../../parts/port.ts';

/** What the cache says of the list of projects, once a reading of it is through. */
export type ProjectsSeen =
  /** `isAtWork`: another status follows by itself for at least one of them. */
  { type: 'projects.seen'; isAtWork: boolean } | { type: 'projects.missed' };

/** Keeps the list of projects observed, and reports every reading of it. */
export const watchProjects = fromCallback<EventObject, { resources: ResourcePort }>(
  ({ sendBack, input: { resources } }) => {
    const report = (seen: ProjectsSeen) => sendBack(seen);
    return resources.watch({ name: 'projects', params: {} }, ({ data, failure, refreshing }) => {
      if (refreshing) return;
      if (failure) report({ type: 'projects.missed' });
      else if (data)
        report({ type: 'projects.seen', isAtWork: data.some(({ status }) => transientStatuses.includes(status)) });
    });
  },
);
