import type { Profile } from '../../../contract/accounts/profile.ts';
import { runsOwnPlatform, type RuntimeConfig } from '../../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { planLimitsOf } from '../../../contract/organizations/planLimits.ts';
import { defaultCloudProvider } from '../../../contract/projects/cloudProvider.ts';
import { largestMemorySize, memorySizes } from '../../../contract/projects/computeMemory.ts';
import { computeSizeIds } from '../../../contract/projects/computeSizeIds.ts';
import type { CreateProject } from '../../../contract/projects/createProject.ts';
import type { ProjectDraft } from '../../../contract/projects/project.ts';
import { defaultRegion, regionsOf } from '../../../contract/projects/regions.ts';
import type { FieldChange } from '../../parts/form.ts';

/** The form's values: the draft that survives a reload, and the password, which does not. */
export interface ProjectValues extends ProjectDraft {
  organizationName: string;
  password: string;
}

export type ProjectChange = FieldChange<ProjectValues>;

export const emptyValues = ({ environment, postgresVersions, automaticRls }: RuntimeConfig): ProjectValues => ({
  name: '',
  organizationName: '',
  provider: defaultCloudProvider,
  region: defaultRegion(defaultCloudProvider, environment),
  computeSize: computeSizeIds[0],
  postgresVersion: postgresVersions[0] ?? '',
  dataApi: true,
  automaticRls,
  password: '',
});

/** The name that the project gets: a dot would make it look like a domain. The field keeps what was typed. */
export const projectName = (typed: string): string => typed.replaceAll('.', '').trim();

/** What a user without an organization can call theirs: “Ada’s organization”. */
export function suggestedName({ first_name: first, primary_email: email }: Profile): string {
  // An address often joins first and last name.
  const name = first?.trim() || (email.split(/[@._+-]+/).find((word) => word !== '') ?? email);
  // Names of organizations are limited to 64 characters.
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1, 40)}’s organization`;
}

/** The values after a change; another provider sets its default region. */
export function changed(values: ProjectValues, change: ProjectChange, { environment }: RuntimeConfig): ProjectValues {
  const { field, value } = change;
  const next: ProjectValues = { ...values, [field]: value };
  return field === 'provider' ? { ...next, region: defaultRegion(next.provider, environment) } : next;
}

/** The stored draft, limited to what this server still offers. */
export function recalled(values: ProjectValues, draft: ProjectDraft, config: RuntimeConfig): ProjectValues {
  const { environment, postgresVersions, automaticRls } = config;
  // A form without the provider field uses the default provider.
  const provider = environment === 'production' ? values.provider : draft.provider;
  const region = regionsOf[provider].some(({ code }) => code === draft.region)
    ? draft.region
    : defaultRegion(provider, environment);
  const postgresVersion = postgresVersions.includes(draft.postgresVersion)
    ? draft.postgresVersion
    : values.postgresVersion;
  // A larger size gets the memory of the largest one that is offered.
  const isSizeOffered = !runsOwnPlatform(config) || memorySizes.includes(draft.computeSize);
  const organizationName = draft.organizationName || values.organizationName;
  return {
    ...values,
    ...draft,
    organizationName,
    provider,
    region,
    postgresVersion,
    computeSize: isSizeOffered ? draft.computeSize : largestMemorySize,
    automaticRls: automaticRls && draft.automaticRls,
  };
}

export function draftOf(values: ProjectValues): ProjectDraft {
  const { password: _, ...draft } = values;
  return draft;
}

/** What a project's form needs of its organization, which may not exist yet. */
export type Owner = Pick<Organization, 'slug' | 'name' | 'tier' | 'is_owner'>;

export const hasSizes = ({ tier }: Pick<Organization, 'tier'>): boolean => planLimitsOf(tier).hasSizes;

/** The request body. Free has no choice of compute size; a Postgres version can be chosen only outside production. */
export const projectOf = (
  { name, provider, region, computeSize, postgresVersion, dataApi, automaticRls, password }: ProjectValues,
  organization: Owner,
  { environment }: RuntimeConfig,
): CreateProject => ({
  organization_slug: organization.slug,
  name: projectName(name),
  db_pass: password,
  cloud_provider: provider,
  region,
  ...(hasSizes(organization) && { compute_size: computeSize }),
  ...(environment !== 'production' && postgresVersion !== '' && { postgres_version: postgresVersion }),
  data_api: dataApi,
  automatic_rls: automaticRls,
});
