import { isPermitted } from '../contract/accounts/permissions.ts';
import type { Permission } from '../contract/accounts/profile.ts';
import { firstProjectSlug } from './addresses.ts';
import { pageOf, type PageName } from './pages.ts';

/** What decides which pages a user may see; undefined until it has been read. */
export interface UserRights {
  platformMode: boolean;
  disabledFeatures: readonly string[] | undefined;
  permissions: readonly Permission[] | undefined;
}

/**
 * A page is hidden if the user's profile disables its feature, if the user lacks its permission (with a slug, in that
 * organization), or if it needs a hosted platform. What has not been read hides nothing.
 */
export function isPageAvailable(rights: UserRights, name: PageName, slug?: string): boolean {
  const { platformMode, disabledFeatures, permissions } = rights;
  const { feature, permission, platformOnly = false } = pageOf(name);
  if (platformOnly && !platformMode) return false;
  if (feature !== undefined && disabledFeatures?.includes(feature)) return false;
  if (!permission || !permissions) return true;
  // A user without permissions is in no organization, and will own the one that they create.
  return permissions.length === 0
    ? isPageAvailable(rights, 'newOrganization')
    : isPermitted(permissions, permission, slug === firstProjectSlug ? undefined : slug);
}
