import { watchResources } from '../../parts/watchResources.ts';

/** Which organizations and projects the user has, as far as addresses name them. */
export interface Lists {
  slugs: readonly string[];
  /** Refs of projects and of their preview branches, with the organization they belong to. */
  projects: readonly { ref: string; slug: string; branchRefs: readonly string[] }[];
}

/**
 * Reports both lists whenever neither is about to change. Before somebody has a profile, which is made at their first visit, their
 * lists are nobody's.
 */
export const watchLists = watchResources<{ type: 'lists.changed'; lists: Lists }>(({ watch, report }) => {
  let hasProfile = false;
  let slugs: Lists['slugs'] | null = null;
  let projects: Lists['projects'] | null = null;
  const reportBoth = () => {
    if (hasProfile && slugs && projects) report({ type: 'lists.changed', lists: { slugs, projects } });
  };
  watch('profile', {}, ({ data }) => {
    if (hasProfile || !data) return;
    hasProfile = true;
    reportBoth();
  });
  watch('organizations', {}, ({ data, refreshing }) => {
    slugs = data && !refreshing ? data.map(({ slug }) => slug) : null;
    reportBoth();
  });
  watch('projects', {}, ({ data, refreshing }) => {
    projects =
      data && !refreshing
        ? data.map(({ ref, organization_slug: slug, preview_branch_refs: branchRefs }) => ({ ref, slug, branchRefs }))
        : null;
    reportBoth();
  });
});
