import {
  organizationSchema,
  type CreateOrganization,
  type Organization,
} from '../../contract/organizations/organization.ts';
import { post } from '../http/http.ts';

export const createOrganization = (organization: CreateOrganization, signal: AbortSignal): Promise<Organization> =>
  post('/organizations', organization, organizationSchema, { signal });
