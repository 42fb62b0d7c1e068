import { fromCallback, type EventObject } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import type { ResourcePort } from '../../parts/port.ts';

/** What the cache says of the lists that a new project is chosen against. */
export type ChoicesEvent =
  | { type: 'organizations.loaded'; organizations: readonly Organization[] }
  | { type: 'organizations.loadFailed'; failure: Failure }
  | { type: 'projects.loaded'; projects: readonly Project[] };

/** Keeps organizations and projects observed, and reports each list whenever it is not about to change. */
export const watchChoices = fromCallback<EventObject, { resources: ResourcePort }>(
  ({ sendBack, input: { resources } }) => {
    const report = (seen: ChoicesEvent) => sendBack(seen);
    const stops = [
      resources.watch({ name: 'organizations', params: {} }, ({ data, failure, refreshing }) => {
        if (refreshing) return;
        if (data) report({ type: 'organizations.loaded', organizations: data });
        else if (failure) report({ type: 'organizations.loadFailed', failure });
      }),
      resources.watch({ name: 'projects', params: {} }, ({ data }) => {
        if (data) report({ type: 'projects.loaded', projects: data });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  },
);
