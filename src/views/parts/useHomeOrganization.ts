import { useSelector } from '@xstate/react';
import type { Organization } from '../../contract/organizations/organization.ts';
import { selectAccess } from '../../machines/app/app.selectors.ts';
import { selectOrganization } from '../../machines/shell/access/access.selectors.ts';
import { useApp } from './app.context.ts';
import { useResource } from './useResource.ts';

/** The organization that counts where an address names none: the one that the user visited last, or else the first. */
export function useHomeOrganization(): Organization | undefined {
  const organizations = useResource('organizations').data;
  const slug = useSelector(useSelector(useApp(), selectAccess), (snapshot) => snapshot && selectOrganization(snapshot));
  return organizations?.find((organization) => organization.slug === slug) ?? organizations?.[0];
}
