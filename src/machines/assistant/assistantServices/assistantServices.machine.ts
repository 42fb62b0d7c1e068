import { assign, sendTo, type ActorRefFrom } from 'xstate';
import type { AssistantStatus } from '../../../contract/assistant/assistantStatus.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, Port } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** SQL for the editor, which shows what it would change. */
export type SqlInserted = { type: 'sql.inserted'; sql: string };

export interface AssistantServicesInput {
  ref: string;
  /** The conversations stay when the user signs out. */
  keeps: boolean;
  port: AppPort;
  project: Port<SqlInserted>;
}

type AssistantServicesEvent =
  | { type: 'status.requested' }
  | { type: 'keeping.chosen'; keeps: boolean }
  /** Lays SQL out, without a model. */
  | { type: 'format.requested'; sql: string };

interface AssistantServicesContext extends AssistantServicesInput {
  status: AssistantStatus | null;
  /** Why it is not known whether there is a model. */
  failure: Failure | null;
  sql: string;
}

export const assistantServicesMachine = flowSetup({
  types: {
    input: {} as AssistantServicesInput,
    context: {} as AssistantServicesContext,
    events: {} as AssistantServicesEvent,
  },
  actors: {
    readStatus: unprovided<AssistantStatus, { ref: string }>('readStatus'),
    keepConversations: unprovided<void, { keeps: boolean }>('keepConversations'),
    formatSql: unprovided<string, { ref: string; sql: string }>('formatSql'),
  },
  actions: {
    keepStatus: assign((_, { status }: { status: AssistantStatus }) => ({ status })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    keepKeeping: assign((_, { keeps }: { keeps: boolean }) => ({ keeps })),
    keepSql: assign((_, { sql }: { sql: string }) => ({ sql })),
    insert: sendTo(
      ({ context }) => context.project,
      (_, { sql }: { sql: string }) => ({ type: 'sql.inserted' as const, sql }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure, title }: { failure: Failure; title: string }) => failureToast(title, failure),
    ),
  },
}).createMachine({
  id: 'assistantServices',
  description: 'What the assistant panel asks the server and the browser beside the conversation.',
  context: ({ input }) => ({ ...input, status: null, failure: null, sql: '' }),
  type: 'parallel',
  states: {
    model: {
      initial: 'reading',
      states: {
        reading: {
          entry: 'clearFailure',
          invoke: {
            id: 'status',
            src: 'readStatus',
            input: ({ context: { ref } }) => ({ ref }),
            onDone: {
              target: 'known',
              actions: { type: 'keepStatus', params: ({ event }) => ({ status: event.output }) },
            },
            onError: onFailure('unknown'),
          },
        },
        known: {
          on: {
            'status.requested': {
              target: 'reading',
              description: 'The operator may have configured a model meanwhile.',
            },
          },
        },
        unknown: { on: { 'status.requested': { target: 'reading' } } },
      },
    },
    keeping: {
      initial: 'settled',
      states: {
        settled: {
          on: {
            'keeping.chosen': { target: 'storing', actions: { type: 'keepKeeping', params: ({ event }) => event } },
          },
        },
        storing: {
          invoke: {
            id: 'keeping',
            src: 'keepConversations',
            input: ({ context: { keeps } }) => ({ keeps }),
            onDone: { target: 'settled' },
            onError: {
              target: 'settled',
              actions: [
                { type: 'keepKeeping', params: ({ context }) => ({ keeps: !context.keeps }) },
                {
                  type: 'reportFailure',
                  params: ({ event }) => ({ failure: failureOf(event.error), title: 'Could not store your choice' }),
                },
              ],
            },
          },
        },
      },
    },
    layout: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'format.requested': { target: 'formatting', actions: { type: 'keepSql', params: ({ event }) => event } },
          },
        },
        formatting: {
          invoke: {
            id: 'format',
            src: 'formatSql',
            input: ({ context: { ref, sql } }) => ({ ref, sql }),
            onDone: {
              target: 'idle',
              actions: { type: 'insert', params: ({ event }) => ({ sql: event.output }) },
              description: 'The editor shows the difference.',
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'reportFailure',
                params: ({ event }) => ({ failure: failureOf(event.error), title: 'Could not format the SQL' }),
              },
            },
          },
        },
      },
    },
  },
});

export type AssistantServicesRef = ActorRefFrom<typeof assistantServicesMachine>;
