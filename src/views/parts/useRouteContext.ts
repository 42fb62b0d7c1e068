import { useSelector } from '@xstate/react';
import type { Project } from '../../contract/projects/project.ts';
import { selectNavigation } from '../../machines/app/app.selectors.ts';
import { selectLocation } from '../../machines/shell/navigation/navigation.selectors.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';
import { useRoute } from './useRoute.ts';

export interface RouteContext {
  /** The project of the address. */
  ref: string | null;
  project: Project | undefined;
  /** The organization of the address or of its project. */
  slug: string | undefined;
  /** The whole address; null for the moment before it is known. */
  href: string | null;
}

/** Where the user is, as far as commands depend on it. */
export function useRouteContext(): RouteContext {
  const navigation = useSelector(useApp(), selectNavigation);
  const route = useRoute();
  const href = useSelector(navigation, (snapshot) => (snapshot ? (selectLocation(snapshot)?.href ?? null) : null));
  const projects = useResource('projects');
  const ref = route?.params['ref'] ?? null;
  const project = projects.data?.find((candidate) => candidate.ref === ref);
  return { ref, project, slug: project?.organization_slug ?? route?.params['slug'], href };
}
