import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import type { ControlDatabase } from '../../database/database.ts';

/** What a project does that ends the sessions of its database. */
export type ProjectStop = 'restart' | 'pause' | 'deletion';

const stops: ReadonlyMap<ProjectStatus, ProjectStop> = new Map([
  ['RESTARTING', 'restart'],
  ['RESIZING', 'restart'],
  ['PAUSING', 'pause'],
  ['INACTIVE', 'pause'],
  ['GOING_DOWN', 'deletion'],
  ['REMOVED', 'deletion'],
]);

/** What the project does now that ends its sessions, whichever server does it; null where it is nothing. */
export async function currentStop(db: ControlDatabase, projectId: number): Promise<ProjectStop | null> {
  const project = await db.selectFrom('projects').select('status').where('id', '=', projectId).executeTakeFirst();
  return project ? (stops.get(project.status) ?? null) : 'deletion';
}
