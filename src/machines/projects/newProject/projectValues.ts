import type { RuntimeConfig } from '../../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { computeSizeIds } from '../../../contract/projects/computeSizes.ts';
import type { CreateProject, ProjectDraft } from '../../../contract/projects/project.ts';
import { defaultCloudProvider, defaultRegion, regionsOf } from '../../../contract/projects/regions.ts';
import type { FieldChange } from '../../parts/form.ts';

/** The form's values: the draft that survives a reload, and the password, which does not. */
export interface ProjectValues extends ProjectDraft {
  password: string;
}

export type ProjectChange = FieldChange<ProjectValues>;

export const emptyValues = ({ environment, postgresVersions, automaticRls }: RuntimeConfig): ProjectValues => ({
  name: '',
  provider: defaultCloudProvider,
  region: defaultRegion(defaultCloudProvider, environment),
  computeSize: computeSizeIds[0],
  postgresVersion: postgresVersions[0] ?? '',
  dataApi: true,
  automaticRls,
  password: '',
});

/** Dots are removed: they would make the name look like a domain. */
const cleaned = (change: ProjectChange): ProjectChange =>
  change.field === 'name' ? { field: 'name', value: change.value.replaceAll('.', '') } : change;

/** The values after a change; another provider sets its default region. */
export function changed(values: ProjectValues, change: ProjectChange, { environment }: RuntimeConfig): ProjectValues {
  const { field, value } = cleaned(change);
  const next: ProjectValues = { ...values, [field]: value };
  return field === 'provider' ? { ...next, region: defaultRegion(next.provider, environment) } : next;
}

/** The stored draft, limited to what this server still offers. */
export function recalled(
  values: ProjectValues,
  draft: ProjectDraft,
  { environment, postgresVersions, automaticRls }: RuntimeConfig,
): ProjectValues {
  // A form without the provider field uses the default provider.
  const provider = environment === 'production' ? values.provider : draft.provider;
  const region = regionsOf[provider].some(({ code }) => code === draft.region)
    ? draft.region
    : defaultRegion(provider, environment);
  const postgresVersion = postgresVersions.includes(draft.postgresVersion)
    ? draft.postgresVersion
    : values.postgresVersion;
  return { ...values, ...draft, provider, region, postgresVersion, automaticRls: automaticRls && draft.automaticRls };
}

export function draftOf(values: ProjectValues): ProjectDraft {
  const { password: _, ...draft } = values;
  return draft;
}

export const isPaid = ({ tier }: Organization): boolean => tier !== 'tier_free';

/** The request body. Only paid plans have a compute size; a Postgres version can be chosen only outside production. */
export const projectOf = (
  { name, provider, region, computeSize, postgresVersion, dataApi, automaticRls, password }: ProjectValues,
  organization: Organization,
  { environment }: RuntimeConfig,
): CreateProject => ({
  organization_slug: organization.slug,
  name: name.trim(),
  db_pass: password,
  cloud_provider: provider,
  region,
  ...(isPaid(organization) && { compute_size: computeSize }),
  ...(environment !== 'production' && postgresVersion !== '' && { postgres_version: postgresVersion }),
  data_api: dataApi,
  automatic_rls: automaticRls,
});
