import { assign, type EventObject } from 'xstate';
import { sqlTiming } from '../../../contract/sql/sqlEditor.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

export interface RunningQueries {
  /** Ids of the queries that are running. */
  queries: readonly string[];
  /** One of them may end, or one that was just begun may reach the server. */
  mayChange: boolean;
}

export const runningQueriesMachine = flowSetup({
  types: {
    input: {} as { ref: string },
    context: {} as { ref: string; queries: readonly string[] },
    /** Another tab began a run, or saw the end of one. */
    events: {} as { type: 'runs.changed' },
  },
  actors: {
    /** Reports that another tab began a run, or saw the end of one. */
    watchRuns: unprovidedSource<EventObject, { ref: string }>('watchRuns'),
    readRunning: unprovided<RunningQueries, { ref: string }>('readRunning'),
  },
  delays: { pollInterval: sqlTiming.runningPollMs },
  guards: {
    mayChange: (_, { mayChange }: RunningQueries) => mayChange,
  },
  actions: {
    keepQueries: assign((_, { queries }: { queries: readonly string[] }) => ({ queries })),
  },
}).createMachine({
  id: 'runningQueries',
  description: 'Which of a project’s queries are running. The open query’s run is in `sqlRun`.',
  context: ({ input }) => ({ ref: input.ref, queries: [] }),
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
        onError: {
          target: 'waiting',
          actions: { type: 'keepQueries', params: { queries: [] } },
          description: 'It is unknown which queries are running, so none is marked.',
        },
      },
    },
    waiting: { after: { pollInterval: { target: 'reading' } } },
    settled: { description: 'None is running that this browser began.' },
  },
});
