import { lifecycleMachine } from '../../../server/projects/lifecycle/lifecycle.machine.ts';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import type { Model } from '../../support/paths.ts';

const commands = [
  'pause.requested',
  'restore.requested',
  'restart.requested',
  'resize.requested',
  'upgrade.requested',
  'removal.requested',
] as const;
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
    creation: work,
    opening: work,
    preparation: work,
    stop: work,
    start: work,
    restart: work,
    removal: work,
    record: work,
    upgrade: [...work, { error: Object.assign(new Error('no memory'), { databaseDown: true }) }],
    look: [
      { output: { healthy: true, reason: null } },
      { output: { healthy: false, reason: 'damaged' } },
      { error: new Error('no answer') },
    ],
  },
  distinguish: () => null,
  invariants: [
    {
      says: 'Nobody can ask for anything while something is under way.',
      when: (snapshot) => !snapshot.hasTag('settled'),
      holds: (snapshot) => commands.every((type) => !snapshot.can({ type })),
    },
    {
      says: 'One piece of work is done to a project at a time, and none while it is settled.',
      holds: (snapshot, { awaited, timers }) => awaited.length + timers <= (snapshot.hasTag('settled') ? 0 : 1),
    },
    {
      says: 'What work ended in is written down before anybody may ask for the next.',
      when: (snapshot, { before }) =>
        before !== null && !before.matches('unread') && !before.hasTag('settled') && snapshot.hasTag('settled'),
      holds: (_, { before }) =>
        before !== null && ['recording', 'checking'].includes(String(Object.values(before.value)[0])),
    },
    {
      says: 'What has been removed stays removed.',
      when: (_, { before }) => before?.matches('removed') === true,
      holds: (snapshot) => snapshot.matches('removed'),
    },
  ],
};
