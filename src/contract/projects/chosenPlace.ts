import type { ProjectDetail } from './project.ts';
import { placeOf } from './regions.ts';

/** Where a project runs; null for an embedded database, which runs where the server does. */
export const chosenPlaceOf = (project: ProjectDetail): string | null =>
  project.capabilities.kind === 'embedded' ? null : placeOf(project);
