import type { ChangePlan } from '../../contract/organizations/changePlan.ts';
import type { CreateOrganization } from '../../contract/organizations/createOrganization.ts';
import { organizationSchema, type Organization } from '../../contract/organizations/organization.ts';
import { put } from '../http/http.ts';
import { postOnce } from '../http/postOnce.ts';

export const createOrganization = (organization: CreateOrganization, signal: AbortSignal): Promise<Organization> =>
  postOnce('/organizations', organization, organizationSchema, { signal });

export const changePlan = ({ slug, tier }: ChangePlan & { slug: string }, signal: AbortSignal): Promise<Organization> =>
  put(`/organizations/${encodeURIComponent(slug)}/plan`, { tier } satisfies ChangePlan, organizationSchema, { signal });
