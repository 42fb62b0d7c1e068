import { organizationSchema, type CreateOrganization, type Organization } from '../contract/organization.ts';
import { post } from './http.ts';

export const createOrganization = (organization: CreateOrganization, signal: AbortSignal): Promise<Organization> =>
  post('/organizations', organization, organizationSchema, { signal });
