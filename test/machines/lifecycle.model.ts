import { lifecycleMachine } from '../../server/projects/lifecycle/lifecycle.machine.ts';
import { projectStatuses } from '../../src/contract/projectStatus.ts';
import type { Model } from '../support/paths.ts';

const work = [{ output: undefined }, { error: new Error('disk full') }];

export const lifecycleModel: Model<typeof lifecycleMachine> = {
  machine: lifecycleMachine,
  input: () => ({ ref: 'abcdefghijklmnopqrst' }),
  events: {
    'project.found': projectStatuses.map((status) => ({ type: 'project.found', status, reason: null })),
    'pause.requested': [{ type: 'pause.requested' }],
    'restore.requested': [{ type: 'restore.requested' }],
    'restart.requested': [{ type: 'restart.requested' }],
    'resize.requested': [{ type: 'resize.requested' }],
    'upgrade.requested': [{ type: 'upgrade.requested' }],
    'removal.requested': [{ type: 'removal.requested' }],
    'check.requested': [{ type: 'check.requested' }],
  },
  answers: {
    creation: work, stop: work, start: work, restart: work, removal: work, record: work,
    upgrade: [...work, { error: Object.assign(new Error('no memory'), { databaseDown: true }) }],
    look: [{ output: { healthy: true, reason: null } }, { output: { healthy: false, reason: 'damaged' } }, { error: new Error('no answer') }],
  },
  distinguish: () => null,
};
