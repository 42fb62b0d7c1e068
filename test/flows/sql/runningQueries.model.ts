import { FailureError } from '../../../src/contract/common/failureError.ts';
import { runningQueriesMachine } from '../../../src/machines/sql/runningQueries/runningQueries.machine.ts';
import type { Model } from '../../support/paths.ts';

const offline = new Error('An error has occurred: Failed to fetch');

export const runningQueriesModel: Model<typeof runningQueriesMachine> = {
  machine: runningQueriesMachine,
  input: () => ({ ref: 'abc' }),
  events: { 'runs.changed': [] },
  answers: {
    runs: [{ sends: { type: 'runs.changed' } }, { error: new Error('This browser has no storage.') }],
    running: [
      { output: { queries: ['q2'], mayChange: true } },
      { output: { queries: [], mayChange: false } },
      { error: offline },
      { error: new FailureError({ code: 404, message: 'There is no such project.' }) },
    ],
  },
  distinguish: ({ queries, attempt }) => [queries.length, Math.min(attempt, 2)],
  invariants: [
    {
      says: 'No query is marked after all are known to have ended, or the server refused to tell.',
      when: (snapshot) => snapshot.matches('settled'),
      holds: ({ context }) => context.queries.length === 0,
    },
    {
      says: 'No query is marked after two failures in a row.',
      when: ({ context }) => context.attempt > 1,
      holds: ({ context }) => context.queries.length === 0,
    },
  ],
};
