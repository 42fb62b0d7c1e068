import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectConfig, selectUserId } from '../../machines/app/app.selectors.ts';
import { isPageAvailable } from '../../router/availability.ts';
import type { PageName } from '../../router/pages.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** Whether a page is available to this user on this deployment; with a slug, in that organization. */
export type Availability = (name: PageName, slug?: string) => boolean;

/** Which pages are available. All pages are until the user's profile and permissions have been read. */
export function useAvailability(): Availability {
  const app = useApp();
  const { platformMode } = useSelector(app, selectConfig);
  const isUser = useSelector(app, selectUserId) !== null;
  const disabledFeatures = useResource('profile', {}, isUser).data?.disabled_features;
  const permissions = useResource('permissions', {}, isUser && platformMode).data;
  return useMemo(
    () => (name, slug) => isPageAvailable({ platformMode, disabledFeatures, permissions }, name, slug),
    [platformMode, disabledFeatures, permissions],
  );
}
