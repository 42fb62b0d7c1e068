import { useSelector } from '@xstate/react';
import { selectNavigation } from '../../machines/app/app.selectors.ts';
import { selectRoute } from '../../machines/shell/navigation/navigation.selectors.ts';
import type { RouteMatch } from '../../router/route.ts';
import { useApp } from './app.context.ts';

/** The route of the address; null while it is unknown or does not exist. */
export function useRoute(): RouteMatch | null {
  const navigation = useSelector(useApp(), selectNavigation);
  return useSelector(navigation, (snapshot) => (snapshot ? selectRoute(snapshot) : null));
}
