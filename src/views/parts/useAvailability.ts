import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { isPermitted } from '../../contract/accounts/permissions.ts';
import { selectConfig, selectUserId } from '../../machines/app/app.selectors.ts';
import { firstProjectSlug } from '../../router/addresses.ts';
import { pageOf, type PageName } from '../../router/pages.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** Whether a page is available to this user on this deployment; with a slug, in that organization. */
type Availability = (name: PageName, slug?: string) => boolean;

/**
 * Which pages are available: a page is hidden if the user's profile disables its feature, if the user lacks its
 * permission, or if it needs a hosted platform. All pages are available until that has been read.
 */
export function useAvailability(): Availability {
  const app = useApp();
  const { platformMode } = useSelector(app, selectConfig);
  const isUser = useSelector(app, selectUserId) !== null;
  const disabled = useResource('profile', {}, isUser).data?.disabled_features;
  const permissions = useResource('permissions', {}, isUser && platformMode).data;
  return useMemo(() => {
    const isAvailable: Availability = (name, slug) => {
      const { feature, permission, platformOnly = false } = pageOf(name);
      if (platformOnly && !platformMode) return false;
      if (feature !== undefined && disabled?.includes(feature)) return false;
      if (!permission || !permissions) return true;
      // A user without permissions is in no organization, and will own the one that they create.
      return permissions.length === 0
        ? isAvailable('newOrganization')
        : isPermitted(permissions, permission, slug === firstProjectSlug ? undefined : slug);
    };
    return isAvailable;
  }, [platformMode, disabled, permissions]);
}
