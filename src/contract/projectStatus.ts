import * as v from 'valibot';

/** Every status a project can have (specification, section 4). */
export const projectStatuses = [
  'INACTIVE', 'ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'COMING_UP', 'UNKNOWN', 'GOING_DOWN', 'INIT_FAILED', 'REMOVED',
  'RESTARTING', 'RESTORING', 'RESTORE_FAILED', 'UPGRADING', 'PAUSING', 'PAUSE_FAILED', 'RESIZING',
] as const;

export const projectStatusSchema = v.picklist(projectStatuses);
export type ProjectStatus = v.InferOutput<typeof projectStatusSchema>;

/** Statuses whose project detail is read again every `timing.projectPollMs` (specification, section 4). */
export const polledStatuses: readonly ProjectStatus[] = ['COMING_UP', 'UNKNOWN'];

/** Statuses in which the platform is at work and another one follows by itself. */
export const transientStatuses: readonly ProjectStatus[] = [
  'COMING_UP', 'GOING_DOWN', 'RESTARTING', 'RESTORING', 'UPGRADING', 'PAUSING', 'RESIZING', 'UNKNOWN',
];
