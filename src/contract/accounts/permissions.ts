import type { Permission } from './profile.ts';

/** An action on a resource, as `write:Create` on `projects`. */
export interface RequiredPermission {
  action: string;
  resource: string;
}

/** Patterns of `/platform/profile/permissions`: `%` stands for any text. */
const fits = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .split('%')
      .map((part) => part.replaceAll(/[^\w]/g, '\\$&'))
      .join('.*')}$`,
  ).test(text);

/**
 * Whether one of the permissions allows the action, in the organization with this slug or, without a slug, in any
 * organization.
 */
export const isPermitted = (
  permissions: readonly Permission[],
  { action, resource }: RequiredPermission,
  slug?: string,
): boolean =>
  permissions.some(
    (permission) =>
      (slug === undefined || permission.organization_slug === slug) &&
      permission.actions.some((pattern) => fits(pattern, action)) &&
      permission.resources.some((pattern) => fits(pattern, resource)),
  );
