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
    ],
  },
  distinguish: ({ queries }) => queries.length,
  invariants: [
    {
      says: 'No query is marked after all are known to have ended.',
      when: (snapshot) => snapshot.matches('settled'),
      holds: ({ context }) => context.queries.length === 0,
    },
  ],
};
