import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectConfig, selectUserId } from '../../machines/app/app.selectors.ts';
import { routes, type Route, type RouteName } from '../../router/routes.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** Whether an address is offered to this user on this deployment. */
export type Offers = (name: RouteName) => boolean;

/**
 * Which addresses are offered: those of areas that the user's profile hides are not, nor is what only a platform has where
 * there is none. Until the profile has been read nothing is hidden.
 */
export function useOffers(): Offers {
  const app = useApp();
  const { platformMode } = useSelector(app, selectConfig);
  const isUser = useSelector(app, selectUserId) !== null;
  const hidden = useResource('profile', {}, isUser).data?.disabled_features;
  return useMemo(
    () => (name) => {
      const { area, platformOnly = false }: Route = routes[name];
      return (platformMode || !platformOnly) && (area === undefined || !(hidden?.includes(area) ?? false));
    },
    [platformMode, hidden],
  );
}
