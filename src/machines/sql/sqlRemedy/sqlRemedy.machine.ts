import { and, assign, sendTo, stateIn, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { TimeLimit } from '../../../contract/sql/sqlEditor.ts';
import { clearFailure, failureIn, keepFailure, keepThrown } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** SQL that closes what a run has opened. */
export interface Remedy {
  /** The run whose result it stands beside. */
  run: string;
  sql: string;
  timeLimitMs: TimeLimit;
  /** What there is to say once it is applied. */
  text: string;
}

export interface SqlRemedyInput {
  ref: string;
  remedy: Remedy;
  port: AppPort;
}

export interface ApplyInput extends Pick<Remedy, 'sql' | 'timeLimitMs'> {
  ref: string;
  report: { send(event: ApplyReport): void };
}

/** The server has the statement: from here on it can be canceled by its id. */
type ApplyReport = { type: 'application.accepted'; id: string };

interface SqlRemedyContext extends SqlRemedyInput {
  id: string | null;
  /** Why it could not be applied or canceled. */
  failure: Failure | null;
}

/** SQLSTATE of a statement that was stopped. */
const stoppedState = '57014';

const begin = {
  target: 'applying',
  actions: { type: 'keepRemedy', params: ({ event }: { event: { remedy: Remedy } }) => ({ remedy: event.remedy }) },
} as const;

export const sqlRemedyMachine = flowSetup({
  types: {
    input: {} as SqlRemedyInput,
    context: {} as SqlRemedyContext,
    events: {} as
      | { type: 'remedy.requested'; remedy: Remedy }
      | { type: 'remedy.cancelled' }
      | { type: 'failure.dismissed' }
      | ApplyReport,
  },
  actors: {
    applyRemedy: unprovided<void, ApplyInput>('applyRemedy'),
    cancelRemedy: unprovided<void, { ref: string; id: string }>('cancelRemedy'),
  },
  guards: {
    wasStopped: (_, { failure }: { failure: Failure }) => failure.code === stoppedState,
    hasEnded: (_, { failure }: { failure: Failure }) => failure.code === 404,
  },
  actions: {
    keepRemedy: assign((_, { remedy }: { remedy: Remedy }) => ({ remedy, id: null })),
    keepId: assign((_, { id }: { id: string }) => ({ id })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    refresh: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceChanged(['queryHistory', 'tables', 'catalog', 'advisors'], { ref: context.ref }),
    ),
  },
}).createMachine({
  id: 'sqlRemedy',
  description:
    'Applies the remedy that a warning beside a result offers. It runs like any query, but the result on screen stays.',
  context: ({ input }) => ({ ...input, id: null, failure: null }),
  initial: 'applying',
  states: {
    applying: {
      entry: 'clearFailure',
      exit: 'refresh',
      invoke: {
        id: 'application',
        src: 'applyRemedy',
        input: ({ context: { ref, remedy }, self }) => ({
          ref,
          sql: remedy.sql,
          timeLimitMs: remedy.timeLimitMs,
          report: self,
        }),
        onDone: { target: 'applied', description: 'Also when a cancel arrived too late.' },
        onError: [
          {
            guard: and([stateIn({ applying: 'cancelling' }), { type: 'wasStopped', params: failureIn }]),
            target: 'offered',
            description: 'The user changed their mind.',
          },
          {
            target: 'failed',
            actions: keepThrown,
            description: 'Where the connection was lost, the catalog tells whether the warning still holds.',
          },
        ],
      },
      initial: 'sending',
      states: {
        sending: {
          on: {
            'application.accepted': {
              target: 'running',
              actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
            },
          },
        },
        running: { on: { 'remedy.cancelled': { target: 'cancelling' } } },
        cancelling: {
          entry: 'clearFailure',
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'cancel',
                src: 'cancelRemedy',
                input: ({ context }) => ({ ref: context.ref, id: context.id! }),
                onDone: { target: 'stopping' },
                onError: [
                  {
                    guard: { type: 'hasEnded', params: failureIn },
                    target: 'stopping',
                    description: 'The response will say how it ended.',
                  },
                  { target: '#sqlRemedy.applying.running', actions: keepThrown },
                ],
              },
            },
            stopping: {},
          },
        },
      },
    },
    applied: {
      on: {
        'remedy.requested': begin,
      },
    },
    failed: {
      on: {
        'remedy.requested': begin,
        'failure.dismissed': { target: 'offered', actions: 'clearFailure' },
      },
    },
    offered: {
      description: 'Nothing was applied: the warning offers it again.',
      on: {
        'remedy.requested': begin,
      },
    },
  },
});

export type SqlRemedyRef = ActorRefFrom<typeof sqlRemedyMachine>;
