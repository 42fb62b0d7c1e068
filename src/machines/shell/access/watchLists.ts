import { watchResources } from '../../parts/watchResources.ts';

/** The user's organizations and projects, as far as addresses name them. */
export interface Lists {
  slugs: readonly string[];
  /** Refs of projects and of their preview branches, with their organization. */
  projects: readonly { ref: string; slug: string; branchRefs: readonly string[] }[];
}

/**
 * Reports both lists once neither is being refreshed, and null while one is: what a list lacks then may just have been
 * created. Without a profile, which is created at the first visit, the lists are not the user's yet.
 */
export const watchLists = watchResources<{ type: 'lists.changed'; lists: Lists | null }>(({ watch, report }) => {
  let hasProfile = false;
  let slugs: Lists['slugs'] | null = null;
  let projects: Lists['projects'] | null = null;
  let areKnown = false;
  const reportBoth = () => {
    const lists = hasProfile && slugs && projects ? { slugs, projects } : null;
    if (lists || areKnown) report({ type: 'lists.changed', lists });
    areKnown = lists !== null;
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
