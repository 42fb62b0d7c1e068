import { picklistOr } from '../common/picklistOr.ts';

/** Every status a project can have (specification, section 4). */
export const projectStatuses = [
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTARTING',
  'RESTORING',
  'RESTORE_FAILED',
  'UPGRADING',
  'PAUSING',
  'PAUSE_FAILED',
  'RESIZING',
] as const;

/** Replaces a status that this version does not know. */
export const projectStatusSchema = picklistOr(projectStatuses, 'UNKNOWN');
