import type * as v from 'valibot';
import type { projectStatusSchema } from './projectStatuses.ts';

export type ProjectStatus = v.InferOutput<typeof projectStatusSchema>;

/**
 * Statuses of a new project that is not ready yet, as far as the platform knows. They are polled every
 * `projectTiming.projectPollMs` (specification, section 4).
 */
export const setupStatuses: readonly ProjectStatus[] = ['COMING_UP', 'UNKNOWN'];

/** Statuses in which the platform is working and another status follows without user action. */
export const transientStatuses: readonly ProjectStatus[] = [
  'COMING_UP',
  'GOING_DOWN',
  'RESTARTING',
  'RESTORING',
  'UPGRADING',
  'PAUSING',
  'RESIZING',
  'UNKNOWN',
];

/** Statuses in which the database responds, so that screens work. */
export const usableStatuses: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'];

export type ProjectCommandName = 'pause' | 'restart' | 'restore' | 'delete';

/** Statuses in which a project does not count as active against the limit of a plan. */
export const inactiveStatuses: readonly ProjectStatus[] = ['INACTIVE', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED'];

/** Operations that each status allows; none while the platform is working. */
export const commandsAt: Readonly<Record<ProjectStatus, readonly ProjectCommandName[]>> = {
  ACTIVE_HEALTHY: ['restart', 'pause', 'delete'],
  ACTIVE_UNHEALTHY: ['restart', 'pause', 'delete'],
  INACTIVE: ['restore', 'delete'],
  INIT_FAILED: ['restart', 'delete'],
  PAUSE_FAILED: ['restart', 'pause', 'delete'],
  RESTORE_FAILED: ['restore', 'delete'],
  UNKNOWN: ['restart', 'delete'],
  COMING_UP: [],
  GOING_DOWN: [],
  PAUSING: [],
  REMOVED: [],
  RESIZING: [],
  RESTARTING: [],
  RESTORING: [],
  UPGRADING: [],
};

/** Operations that this deployment allows: a self-hosted server keeps its one project. */
export const commandsFor = (status: ProjectStatus, platformMode: boolean): readonly ProjectCommandName[] =>
  commandsAt[status].filter((command) => platformMode || command !== 'delete');
