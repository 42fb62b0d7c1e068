import type { Project, ProjectDetail } from './project.ts';
import { regionName } from './regions.ts';

/** Where a project runs: its region and who provides it. */
export const placeOf = ({ region, cloud_provider: provider }: Pick<Project, 'region' | 'cloud_provider'>): string =>
  `${regionName(region)} · ${provider}`;

/** The same; null for an embedded database, which runs where the server does. */
export const chosenPlaceOf = (project: ProjectDetail): string | null =>
  project.capabilities.kind === 'embedded' ? null : placeOf(project);
