import type { ResourceParams } from '../../../contract/cache/resources.ts';
import { pageOf, type PageName } from '../../../router/pages.ts';
import { watchResources } from '../../parts/watchResources.ts';

/** Has the cache read what the page shows first, so that the answers do not wait for the page's code. */
export const readAhead = watchResources<never, { name: string | null; params: Readonly<Record<string, string>> }>(
  ({ watch, input: { name, params } }) => {
    if (name === null) return;
    for (const resource of pageOf(name as PageName).reads ?? [])
      watch(resource, params as ResourceParams<typeof resource>, () => {});
  },
);
