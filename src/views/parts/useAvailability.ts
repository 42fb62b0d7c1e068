import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { isPermitted } from '../../contract/accounts/permissions.ts';
import { selectConfig, selectUserId } from '../../machines/app/app.selectors.ts';
import { pageOf, type PageName } from '../../router/pages.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** Whether a page is offered to this user on this deployment; with a slug, for that organization. */
export type Availability = (name: PageName, slug?: string) => boolean;

/**
 * Which pages are offered: not those of features that the user's profile disables, not those that the user lacks permission
 * for, and not what only a platform has where there is none. Until that has been read nothing is hidden.
 */
export function useAvailability(): Availability {
  const app = useApp();
  const { platformMode } = useSelector(app, selectConfig);
  const isUser = useSelector(app, selectUserId) !== null;
  const disabled = useResource('profile', {}, isUser).data?.disabled_features;
  const permissions = useResource('permissions', {}, isUser && platformMode).data;
  return useMemo(
    () => (name, slug) => {
      const { feature, permission, platformOnly = false } = pageOf(name);
      if (platformOnly && !platformMode) return false;
      if (feature !== undefined && disabled?.includes(feature)) return false;
      return !permission || !permissions || isPermitted(permissions, permission, slug);
    },
    [platformMode, disabled, permissions],
  );
}
