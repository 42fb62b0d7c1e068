import { fromCallback } from 'xstate';
import type { ResourcePort } from '../app/app.port.ts';

/** Which organizations and projects the user has, as far as addresses name them. */
export interface Lists {
  slugs: readonly string[];
  /** Refs of projects and of their preview branches, with the organization they belong to. */
  projects: readonly { ref: string; slug: string; branchRefs: readonly string[] }[];
}

/** Keeps both lists observed, and reports them whenever neither is about to change. */
export const watchLists = fromCallback<{ type: 'none' }, { resources: ResourcePort }>(({ sendBack, input }) => {
  let slugs: Lists['slugs'] | null = null;
  let projects: Lists['projects'] | null = null;
  const report = () => {
    if (slugs && projects) sendBack({ type: 'lists.changed', lists: { slugs, projects } });
  };
  const stops = [
    input.resources.watch({ name: 'organizations', params: {} }, ({ data, refreshing }) => {
      if (!data || refreshing) return;
      slugs = data.map(({ slug }) => slug);
      report();
    }),
    input.resources.watch({ name: 'projects', params: {} }, ({ data, refreshing }) => {
      if (!data || refreshing) return;
      projects = data.map(({ ref, organization_slug: slug, preview_branch_refs: branchRefs }) => ({ ref, slug, branchRefs }));
      report();
    }),
  ];
  return () => stops.forEach((stop) => stop());
});
