import type { SnapshotFrom } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import type { SetupStep } from '../../../src/contract/projects/setupSteps.ts';
import type { lifecycleMachine } from './lifecycle.machine.ts';

type LifecycleSnapshot = SnapshotFrom<typeof lifecycleMachine>;
type StateName = keyof typeof lifecycleMachine.states;

const statuses: Readonly<Record<StateName, ProjectStatus | null>> = {
  unread: null,
  comingUp: 'COMING_UP',
  initFailed: 'INIT_FAILED',
  activeHealthy: 'ACTIVE_HEALTHY',
  activeUnhealthy: 'ACTIVE_UNHEALTHY',
  unknown: 'UNKNOWN',
  pausing: 'PAUSING',
  inactive: 'INACTIVE',
  pauseFailed: 'PAUSE_FAILED',
  restoring: 'RESTORING',
  restoreFailed: 'RESTORE_FAILED',
  restarting: 'RESTARTING',
  resizing: 'RESIZING',
  upgrading: 'UPGRADING',
  goingDown: 'GOING_DOWN',
  removed: 'REMOVED',
};

/** The status in the platform API. */
export function selectStatus({ value }: LifecycleSnapshot): ProjectStatus {
  const name = typeof value === 'string' ? value : Object.keys(value)[0];
  const status = statuses[name as StateName];
  if (!status) throw new Error(`The lifecycle has no status in its state "${name}".`);
  return status;
}

/** The step of a setup; null while there is none. */
export const selectSetupStep = ({ value }: LifecycleSnapshot): SetupStep | null =>
  typeof value === 'object' && 'comingUp' in value ? (value.comingUp ?? null) : null;

/** Whether no operation is running. */
export const selectIsSettled = (snapshot: LifecycleSnapshot): boolean => snapshot.hasTag('settled');
