import { useSelector } from '@xstate/react';
import type { Feature } from '../../contract/common/features.ts';
import { selectUserId } from '../../machines/app/app.selectors.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** Whether the profile hides a feature; false until the profile is known. */
export function useIsHidden(feature: Feature): boolean {
  const isUser = useSelector(useApp(), selectUserId) !== null;
  const profile = useResource('profile', {}, isUser);
  return profile.data?.disabled_features.includes(feature) ?? false;
}
