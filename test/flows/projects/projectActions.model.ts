import { projectActionsMachine } from '../../../src/machines/projects/projectActions/projectActions.machine.ts';
import { orders, refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const projectActionsModel: Model<typeof projectActionsMachine> = {
  machine: projectActionsMachine,
  input: (_, port) => ({ ref: orders.ref, port }),
  events: {
    'pause.requested': [{ type: 'pause.requested', name: orders.name }],
    'restart.requested': [{ type: 'restart.requested', name: orders.name }],
    'restore.requested': [{ type: 'restore.requested', status: 'INACTIVE' }],
    'deletion.requested': [{ type: 'deletion.requested', name: orders.name }],
    'name.typed': [
      { type: 'name.typed', text: 'Order' },
      { type: 'name.typed', text: 'Orders' },
    ],
    'status.fetched': [
      { type: 'status.fetched', status: 'INACTIVE' },
      { type: 'status.fetched', status: 'ACTIVE_HEALTHY' },
    ],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    pausing: [{ output: { status: 'PAUSING' } }, { error: refusal }],
    restarting: [{ output: { status: 'RESTARTING' } }, { error: refusal }],
    restoring: [{ output: { status: 'RESTORING' } }, { error: refusal }],
    deleting: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ name, typed, failure, confirmFailure }) => [
    typed === name,
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'Nothing that interrupts or destroys begins without having been asked about.',
      when: (snapshot, { before }) =>
        before !== null &&
        before.value !== snapshot.value &&
        ['pausing', 'restarting', 'deleting'].includes(snapshot.value),
      holds: ({ value }, { before }) =>
        before?.value ===
        { pausing: 'confirmingPause', restarting: 'confirmingRestart', deleting: 'confirmingDeletion' }[String(value)],
    },
    {
      says: 'A project is deleted only when its name has been typed, letter by letter.',
      when: (snapshot) => snapshot.matches('deleting'),
      holds: ({ context }) => context.typed === context.name && context.name !== '',
    },
    {
      says: 'Every question names the project.',
      when: (snapshot) => ['confirmingPause', 'confirmingRestart', 'confirmingDeletion'].includes(snapshot.value),
      holds: ({ context }) => context.name === orders.name,
    },
    {
      says: 'One thing is done to a project at a time, and the screen is busy while it is.',
      holds: (snapshot, { awaited }) => awaited.length === (snapshot.hasTag('busy') ? 1 : 0),
    },
  ],
};
