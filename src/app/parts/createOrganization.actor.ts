import { fromPromise } from 'xstate';
import type { CreateOrganization } from '../../contract/organizations/createOrganization.ts';
import type { Organization } from '../../contract/organizations/organization.ts';
import { createOrganization as request } from '../../services/organizations/organizations.ts';

export const createOrganization = fromPromise<Organization, CreateOrganization>(({ input, signal }) =>
  request(input, signal),
);
