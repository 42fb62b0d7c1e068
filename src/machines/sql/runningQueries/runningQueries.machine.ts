import { assign, type EventObject } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { readBackoffMaxMs } from '../../../contract/common/timing.ts';
import { sqlTiming } from '../../../contract/sql/sqlEditor.ts';
import { failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

export interface RunningQueries {
  /** Ids of the queries that are running. */
  queries: readonly string[];
  /** One of them may end, or one that was just begun may reach the server. */
  mayChange: boolean;
}

interface RunningQueriesContext {
  ref: string;
  /** Ids of the queries that are marked as running. */
  queries: readonly string[];
  /** Failed reads since the last success. */
  attempt: number;
}

/** Statuses of refusals that pass: the request took too long, or too many were sent. */
const passingCodes: ReadonlySet<Failure['code']> = new Set([408, 429]);

export const runningQueriesMachine = flowSetup({
  types: {
    input: {} as { ref: string },
    context: {} as RunningQueriesContext,
    /** Another tab began a run, or one ended. */
    events: {} as { type: 'runs.changed' },
  },
  actors: {
    /** Reports that another tab began a run, or that one ended. */
    watchRuns: unprovidedSource<EventObject, { ref: string }>('watchRuns'),
    readRunning: unprovided<RunningQueries, { ref: string }>('readRunning'),
  },
  delays: {
    pollInterval: sqlTiming.runningPollMs,
    backoff: ({ context }) => Math.min(sqlTiming.runningPollMs * 2 ** (context.attempt - 1), readBackoffMaxMs),
  },
  guards: {
    mayChange: (_, { mayChange }: RunningQueries) => mayChange,
    isRefused: (_, { failure: { code } }: { failure: Failure }) =>
      typeof code === 'number' && code >= 400 && code < 500 && !passingCodes.has(code),
    isFirstFailure: ({ context }) => context.attempt === 0,
  },
  actions: {
    keepQueries: assign((_, { queries }: { queries: readonly string[] }) => ({ queries, attempt: 0 })),
    forgetQueries: assign({ queries: [] }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
}).createMachine({
  id: 'runningQueries',
  description: 'Which of a project’s queries are running. The open query’s run is in `sqlRun`.',
  context: ({ input }) => ({ ref: input.ref, queries: [], attempt: 0 }),
  invoke: {
    id: 'runs',
    src: 'watchRuns',
    input: ({ context }) => ({ ref: context.ref }),
    onError: { description: 'Without reports, runs of other tabs are found when the screen opens.' },
  },
  on: { 'runs.changed': { target: '.reading' } },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'running',
        src: 'readRunning',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: [
          {
            guard: { type: 'mayChange', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'keepQueries', params: ({ event }) => event.output },
            description: 'The server tells of an end only when it is asked.',
          },
          { target: 'settled', actions: { type: 'keepQueries', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isRefused', params: failureIn },
            target: 'settled',
            actions: { type: 'keepQueries', params: { queries: [] } },
            description: 'The server would answer the same again.',
          },
          {
            guard: 'isFirstFailure',
            target: 'backingOff',
            actions: 'countAttempt',
            description: 'One lost answer does not end a query, so the marks stay.',
          },
          {
            target: 'backingOff',
            actions: ['countAttempt', 'forgetQueries'],
            description: 'It is unknown by now which queries are running, so none is marked.',
          },
        ],
      },
    },
    waiting: { after: { pollInterval: { target: 'reading' } } },
    backingOff: { after: { backoff: { target: 'reading' } } },
    settled: { description: 'None is running that this browser began, or the server does not tell.' },
  },
});
