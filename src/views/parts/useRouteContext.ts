import { useSelector } from '@xstate/react';
import type { Project } from '../../contract/projects/project.ts';
import { selectNavigation } from '../../machines/app/app.selectors.ts';
import { selectLocation } from '../../machines/shell/navigation/navigation.selectors.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';
import { useRoute } from './useRoute.ts';

interface RouteContext {
  /** The project in the address. */
  ref: string | null;
  project: Project | undefined;
  /** The organization in the address, or that of the project. */
  slug: string | undefined;
  /** The whole address; null until it is known. */
  href: string | null;
}

/** The current location, as commands need it. */
export function useRouteContext(): RouteContext {
  const navigation = useSelector(useApp(), selectNavigation);
  const route = useRoute();
  const href = useSelector(navigation, (snapshot) => (snapshot ? (selectLocation(snapshot)?.href ?? null) : null));
  const projects = useResource('projects');
  const ref = route?.params['ref'] ?? null;
  const project = projects.data?.find((candidate) => candidate.ref === ref);
  return { ref, project, slug: project?.organization_slug ?? route?.params['slug'], href };
}
