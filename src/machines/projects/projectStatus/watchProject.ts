import { fromCallback, type EventObject } from 'xstate';
import type { ResourcePort } from '../../parts/port.ts';
import type { ProjectEvent } from './projectEvents.ts';

/** Keeps the project's detail observed, and reports every reading of it once it is through. */
export const watchProject = fromCallback<EventObject, { ref: string; resources: ResourcePort }>(
  ({ sendBack, input: { ref, resources } }) => {
    const report = (seen: ProjectEvent) => sendBack(seen);
    return resources.watch({ name: 'project', params: { ref } }, ({ data, failure, refreshing }) => {
      if (refreshing) return;
      if (data) report({ type: 'project.loaded', project: data });
      if (failure) report({ type: 'project.loadFailed', failure });
    });
  },
);
