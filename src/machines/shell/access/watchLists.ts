import { fromCallback } from 'xstate';
import type { ResourcePort } from '../../parts/port.ts';

/** Which organizations and projects the user has, as far as addresses name them. */
export interface Lists {
  slugs: readonly string[];
  /** Refs of projects and of their preview branches, with the organization they belong to. */
  projects: readonly { ref: string; slug: string; branchRefs: readonly string[] }[];
}

/**
 * Keeps both lists observed, and reports them whenever neither is about to change. Before somebody has a profile, which is made at
 * their first visit, their lists are nobody's.
 */
export const watchLists = fromCallback<{ type: 'none' }, { resources: ResourcePort }>(({ sendBack, input }) => {
  let hasProfile = false;
  let slugs: Lists['slugs'] | null = null;
  let projects: Lists['projects'] | null = null;
  const report = () => {
    if (hasProfile && slugs && projects) sendBack({ type: 'lists.changed', lists: { slugs, projects } });
  };
  const stops = [
    input.resources.watch({ name: 'profile', params: {} }, ({ data }) => {
      if (hasProfile || !data) return;
      hasProfile = true;
      report();
    }),
    input.resources.watch({ name: 'organizations', params: {} }, ({ data, refreshing }) => {
      slugs = data && !refreshing ? data.map(({ slug }) => slug) : null;
      report();
    }),
    input.resources.watch({ name: 'projects', params: {} }, ({ data, refreshing }) => {
      projects =
        data && !refreshing
          ? data.map(({ ref, organization_slug: slug, preview_branch_refs: branchRefs }) => ({ ref, slug, branchRefs }))
          : null;
      report();
    }),
  ];
  return () => stops.forEach((stop) => stop());
});
