import type { ReactNode } from 'react';
import type { Organization } from '../../contract/organizations/organization.ts';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';

/** Leads the owner of an organization to its plan; undefined for other members, who cannot change it. */
export const changePlanLink = ({ slug, is_owner: isOwner }: Organization): ReactNode =>
  isOwner ? (
    <ButtonLink size="small" href={href('organizationBilling', { slug })}>
      Change plan
    </ButtonLink>
  ) : undefined;
