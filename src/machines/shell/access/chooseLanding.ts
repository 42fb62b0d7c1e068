import { firstProjectSlug } from '../../../router/addresses.ts';
import { isPageAvailable } from '../../../router/availability.ts';
import { href } from '../../../router/href.ts';
import type { ResourcePort, ResourceView } from '../../parts/port.ts';

interface Views {
  profile?: ResourceView<'profile'>;
  organizations?: ResourceView<'organizations'>;
  projects?: ResourceView<'projects'>;
  permissions?: ResourceView<'permissions'>;
}

const list = href('projects');

const isMissing = (view: ResourceView | undefined): boolean =>
  view?.data === undefined && view?.failure != null && !view.refreshing;

/** Not while it is being read again: what it lacks then may just have been created. */
const known = <Data>(view: { data: Data | undefined; refreshing: boolean } | undefined): Data | undefined =>
  view?.refreshing === false ? view.data : undefined;

/**
 * Where a user begins: at the list of projects or, without a project, at the page for the first one, if it is available
 * to them. A user of several organizations chooses one in the list. Null until it is known; without a profile, which is
 * created at the first visit, the lists are not the user's yet.
 */
function landingOf(views: Views): string | null {
  if (Object.values(views).some(isMissing)) return list;
  const profile = views.profile?.data;
  const organizations = known(views.organizations);
  const projects = known(views.projects);
  if (!profile || !organizations || !projects) return null;
  if (projects.length > 0 || organizations.length > 1) return list;
  const permissions = known(views.permissions);
  if (!permissions) return null;
  const slug = organizations[0]?.slug ?? firstProjectSlug;
  const rights = { platformMode: true, disabledFeatures: profile.disabled_features, permissions };
  return isPageAvailable(rights, 'newProject', slug) ? href('newProject', { slug }) : list;
}

/** Reads what decides where a user begins, until it does. */
export function chooseLanding({ resources }: { resources: ResourcePort }, signal: AbortSignal): Promise<string> {
  const found = Promise.withResolvers<string>();
  const views: Views = {};
  const stops = (['profile', 'organizations', 'projects', 'permissions'] as const).map((name) =>
    resources.watch<typeof name>({ name, params: {} }, (view) => {
      Object.assign(views, { [name]: view });
      const landing = landingOf(views);
      if (landing !== null) found.resolve(landing);
    }),
  );
  signal.addEventListener('abort', () => found.reject(signal.reason));
  return found.promise.finally(() => stops.forEach((stop) => stop()));
}
