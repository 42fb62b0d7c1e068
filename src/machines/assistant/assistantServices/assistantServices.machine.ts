import { assign, sendTo, type ActorRefFrom } from 'xstate';
import type { InspectedStatement } from '../../../contract/assistant/statementEffect.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import {
  modelStatusActions,
  modelStatusActors,
  modelStatusRegion,
  type ModelStatusContext,
  type ModelStatusEvent,
} from '../../parts/modelStatus.ts';
import type { AppPort, Port } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** SQL for the editor, which shows what it would change. */
export type SqlInserted = { type: 'sql.inserted'; sql: string };

interface AssistantServicesInput {
  ref: string;
  /** The conversations stay when the user signs out. */
  keeps: boolean;
  port: AppPort;
  project: Port<SqlInserted>;
}

/** What a statement does and how Postgres would run it, told without a model. */
interface StatementExplanation extends Omit<InspectedStatement['statements'][number], 'from' | 'to'> {
  /** As EXPLAIN writes it; null where there is none. */
  plan: string | null;
  /** Why there is none; null where such a statement has none. */
  problem: string | null;
}

export interface SqlExplanation {
  statements: readonly StatementExplanation[];
  /** A function that the statements call changes data, or may. */
  callsWrite: boolean;
}

/** What is known of the SQL that the user last asked about. */
interface Explained {
  sql: string;
  explanation: SqlExplanation | null;
  failure: Failure | null;
}

type AssistantServicesEvent =
  | ModelStatusEvent
  | { type: 'keeping.chosen'; keeps: boolean }
  /** Lays SQL out, without a model. */
  | { type: 'format.requested'; sql: string }
  /** Tells what SQL does, without a model. */
  | { type: 'explanation.requested'; sql: string };

interface AssistantServicesContext extends AssistantServicesInput, ModelStatusContext {
  sql: string;
  explained: Explained | null;
}

export const assistantServicesMachine = flowSetup({
  types: {
    input: {} as AssistantServicesInput,
    context: {} as AssistantServicesContext,
    events: {} as AssistantServicesEvent,
  },
  actors: {
    ...modelStatusActors,
    keepConversations: unprovided<void, { keeps: boolean }>('keepConversations'),
    formatSql: unprovided<string, { ref: string; sql: string }>('formatSql'),
    explainSql: unprovided<SqlExplanation, { ref: string; sql: string }>('explainSql'),
  },
  actions: {
    ...modelStatusActions<AssistantServicesContext, AssistantServicesEvent>(),
    keepKeeping: assign((_, { keeps }: { keeps: boolean }) => ({ keeps })),
    keepSql: assign((_, { sql }: { sql: string }) => ({ sql })),
    beginExplanation: assign((_, { sql }: { sql: string }) => ({
      explained: { sql, explanation: null, failure: null },
    })),
    keepExplanation: assign(({ context: { explained } }, { explanation }: { explanation: SqlExplanation }) => ({
      explained: explained && { ...explained, explanation },
    })),
    keepExplanationFailure: assign(({ context: { explained } }, { failure }: { failure: Failure }) => ({
      explained: explained && { ...explained, failure },
    })),
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
  context: ({ input }) => ({ ...input, status: null, statusFailure: null, sql: '', explained: null }),
  type: 'parallel',
  states: {
    status: modelStatusRegion,
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
    explanation: {
      initial: 'idle',
      on: {
        'explanation.requested': {
          target: '.explaining',
          actions: { type: 'beginExplanation', params: ({ event }) => event },
          description: 'The SQL that was asked about last is the one that counts.',
        },
      },
      states: {
        idle: {},
        explaining: {
          invoke: {
            id: 'explanation',
            src: 'explainSql',
            input: ({ context: { ref, explained } }) => ({ ref, sql: explained?.sql ?? '' }),
            onDone: {
              target: 'idle',
              actions: { type: 'keepExplanation', params: ({ event }) => ({ explanation: event.output }) },
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'keepExplanationFailure',
                params: failureIn,
              },
            },
          },
        },
      },
    },
  },
});

export type AssistantServicesRef = ActorRefFrom<typeof assistantServicesMachine>;
