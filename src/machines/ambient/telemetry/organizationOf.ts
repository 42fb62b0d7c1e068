import { fromPromise } from 'xstate';
import type { ResourcePort } from '../../parts/port.ts';

/**
 * The slug of the project's organization, once the list of projects is read. Null if the project has none, the list
 * lacks the project, or the list cannot be read.
 */
export const organizationOf = fromPromise<string | null, { ref: string; resources: ResourcePort }>(
  ({ input: { ref, resources }, signal }) => {
    const found = Promise.withResolvers<string | null>();
    const stop = resources.watch({ name: 'projects', params: {} }, ({ data, failure, refreshing }) => {
      if (data) found.resolve(data.find((project) => project.ref === ref)?.organization_slug ?? null);
      else if (failure && !refreshing) found.resolve(null);
    });
    signal.addEventListener('abort', () => found.resolve(null));
    return found.promise.finally(stop);
  },
);
