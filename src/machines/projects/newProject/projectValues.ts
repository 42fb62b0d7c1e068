import type { RuntimeConfig } from '../../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { computeSizeIds } from '../../../contract/projects/computeSizes.ts';
import type { CreateProject, ProjectDraft } from '../../../contract/projects/project.ts';
import { defaultCloudProvider, defaultRegion, regionsOf } from '../../../contract/projects/regions.ts';
import type { FieldChange } from '../../parts/form.ts';

/** What the form holds: all that a reload brings back, and the password, which it does not. */
export interface ProjectValues extends ProjectDraft {
  password: string;
}

export type ProjectChange = FieldChange<ProjectValues>;

export const emptyValues = ({ environment, postgresVersions }: RuntimeConfig): ProjectValues => ({
  name: '',
  provider: defaultCloudProvider,
  region: defaultRegion(defaultCloudProvider, environment),
  computeSize: computeSizeIds[0],
  postgresVersion: postgresVersions[0] ?? '',
  dataApi: true,
  automaticRls: false,
  password: '',
});

/** Dots are stripped: they would make the name look like an address. */
const cleaned = (change: ProjectChange): ProjectChange =>
  change.field === 'name' ? { field: 'name', value: change.value.replaceAll('.', '') } : change;

/** The values after a change; another provider brings its own region. */
export function changed(values: ProjectValues, change: ProjectChange, { environment }: RuntimeConfig): ProjectValues {
  const { field, value } = cleaned(change);
  const next: ProjectValues = { ...values, [field]: value };
  return field === 'provider' ? { ...next, region: defaultRegion(next.provider, environment) } : next;
}

/** What was stored before a reload, as far as this server still offers it. */
export function recalled(
  values: ProjectValues,
  draft: ProjectDraft,
  { environment, postgresVersions }: RuntimeConfig,
): ProjectValues {
  // Where the provider is not asked for, it is not chosen either.
  const provider = environment === 'production' ? values.provider : draft.provider;
  const region = regionsOf[provider].some(({ code }) => code === draft.region)
    ? draft.region
    : defaultRegion(provider, environment);
  const postgresVersion = postgresVersions.includes(draft.postgresVersion)
    ? draft.postgresVersion
    : values.postgresVersion;
  return { ...values, ...draft, provider, region, postgresVersion };
}

export function draftOf(values: ProjectValues): ProjectDraft {
  const { password: _, ...draft } = values;
  return draft;
}

export const isPaid = ({ tier }: Organization): boolean => tier !== 'tier_free';

/** What the platform is asked to make. A compute size is a paid plan's, a Postgres version is asked for outside production only. */
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
