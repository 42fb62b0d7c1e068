import type { CreateOrganization } from '../../contract/organizations/createOrganization.ts';
import { organizationSchema, type Organization } from '../../contract/organizations/organization.ts';
import { postOnce } from '../http/postOnce.ts';

export const createOrganization = (organization: CreateOrganization, signal: AbortSignal): Promise<Organization> =>
  postOnce('/organizations', organization, organizationSchema, { signal });
