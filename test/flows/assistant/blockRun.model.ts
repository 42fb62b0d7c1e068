import { FailureError } from '../../../src/contract/common/failureError.ts';
import { blockKeyOf } from '../../../src/machines/assistant/blockRun/blockResults.ts';
import { blockRunMachine, type BlockOutcome } from '../../../src/machines/assistant/blockRun/blockRun.machine.ts';
import type { Model } from '../../support/paths.ts';

export const done: Extract<BlockOutcome, { kind: 'done' }> = {
  kind: 'done',
  results: [
    { title: 'orders: select', tag: 'SELECT 1', count: 1, more: false },
    { title: 'orders: delete', tag: 'DELETE 3', count: 3, more: false },
  ],
  durationMs: 4,
};
export const sqlFailure = new FailureError({ code: '42P01', message: 'relation "orders" does not exist' });
export const block = { key: blockKeyOf('a1', 'delete from orders'), sql: 'delete from orders' };

export const titles = ['orders: select', 'orders: delete'];

export const blockRunModel: Model<typeof blockRunMachine> = {
  machine: blockRunMachine,
  input: () => ({ ref: 'abc' }),
  events: {
    'run.requested': [{ type: 'run.requested', block }],
    'run.confirmed': [{ type: 'run.confirmed' }],
    'run.cancelled': [{ type: 'run.cancelled' }],
  },
  answers: {
    check: [
      { output: { writes: true, reason: 'It deletes rows.', titles } },
      { output: { writes: false, reason: null, titles } },
      { error: sqlFailure },
    ],
    run: [
      { output: done },
      { error: sqlFailure },
      { error: new FailureError({ code: '25006', message: 'cannot execute DELETE in a read-only transaction' }) },
    ],
  },
  distinguish: ({ outcomes, reason }) => ({ reason, outcomes: Object.values(outcomes).map(({ kind }) => kind) }),
  invariants: [
    {
      says: 'A statement that writes runs only after the user has confirmed it.',
      when: (snapshot, { before }) => snapshot.matches('running') && before?.matches('running') !== true,
      holds: ({ context }, { event }) => context.reason === null || event?.type === 'run.confirmed',
    },
    {
      says: 'What was not confirmed runs read-only.',
      when: (_, { awaited }) => awaited.includes('run'),
      holds: ({ context }, { given }) => (given('run') as { readOnly: boolean }).readOnly === (context.reason === null),
    },
    {
      says: 'Exactly the statement that the user saw runs.',
      when: (_, { awaited }) => awaited.includes('run'),
      holds: (_, { given }) => (given('run') as { sql: string }).sql === block.sql,
    },
    {
      says: 'What cannot be checked is not run.',
      when: (snapshot, { before }) => before?.matches('checking') === true && snapshot.matches('idle'),
      holds: (_, { awaited }) => awaited.length === 0,
    },
  ],
};
