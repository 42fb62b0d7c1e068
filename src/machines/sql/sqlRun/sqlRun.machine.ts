import { assign, enqueueActions, not, sendTo, stateIn } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { SqlError } from '../../../contract/sql/query.ts';
import type { QueryHistoryEntry } from '../../../contract/sql/snippet.ts';
import { outcomeAttempts, sqlTiming, type RowLimit, type TimeLimit } from '../../../contract/sql/sqlEditor.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { destructiveStatementsIn, type DestructiveStatement } from './destructiveSql.ts';

/** The text to run, and its position in the editor's text. */
export interface RunRequest {
  sql: string;
  /** Where `sql` begins in the whole text, counted from 0: a selection begins later. */
  from: number;
  /** The line it begins in, counted from 1. */
  line: number;
  rowLimit: RowLimit;
  timeLimitMs: TimeLimit;
}

/** One result without its rows, which the result store holds. */
export interface ResultSummary {
  /** Null until the statement is complete. */
  tag: string | null;
  /** Rows received so far. */
  rows: number;
  /** Columns; 0 where the statement gives no rows. */
  columns: number;
  /** Rows sent or changed, as Postgres counts them. */
  rowCount: number | null;
  more: boolean;
}

export interface RunProgress {
  results: readonly ResultSummary[];
  notices: number;
}

/** How a run ended, where the server has reported it. */
export interface RunEnd extends RunProgress {
  error: SqlError | null;
  durationMs: number;
  engineRestarted: boolean;
}

/** A run that this browser began on a query and may return to; the server keeps its text. */
export interface RecalledRun extends Omit<RunRequest, 'sql'> {
  id: string;
  startedAt: number;
}

export interface StreamInput extends RunRequest {
  ref: string;
  /** The query that the run belongs to. */
  query: string;
  startedAt: number;
  /** The run to return to; null begins a new one. */
  recalled: string | null;
  report: { send(event: RunReport): void };
}

export type RunReport =
  /** The server is being asked; from here on the run can be cancelled by this id. A recalled run brings its text. */
  { type: 'stream.opened'; id: string; sql?: string } | { type: 'stream.progressed'; progress: RunProgress };

export type SqlRunEvent =
  | { type: 'run.requested'; request: RunRequest }
  | { type: 'run.confirmed' }
  | { type: 'run.declined' }
  | { type: 'cancel.requested' }
  | { type: 'outcome.requested' }
  | RunReport;

export interface SqlRunInput {
  ref: string;
  /** The query whose runs these are. */
  query: string;
  port: AppPort;
  now: () => number;
}

interface SqlRunContext extends SqlRunInput {
  request: RunRequest | null;
  /** A request that waits for confirmation; meanwhile the last run and its answer stay. */
  pending: RunRequest | null;
  /** The destructive statements in `pending`. */
  destructiveStatements: readonly DestructiveStatement[];
  id: string | null;
  /** The run was begun before this screen was opened. */
  isRecalled: boolean;
  startedAt: number | null;
  progress: RunProgress;
  end: RunEnd | null;
  /** Why the last request failed: the run, its cancel, or the question about its outcome. */
  failure: Failure | null;
  /** The history's entry of a run whose answer broke off. */
  outcome: QueryHistoryEntry | null;
  attempt: number;
}

const nothing: RunProgress = { results: [], notices: 0 };

/** SQLSTATE of a statement that was stopped, by a cancel or by its time limit. */
const stoppedState = '57014';

/** Commands that may change the catalog. DO and CALL may do anything. */
const changesCatalog = /^(?:CREATE|ALTER|DROP|COMMENT|IMPORT|DO|CALL|SELECT INTO)\b/;

/** The service marks refusals before a run: a failure without the mark may have come after the statement ran. */
const isBeforeRun = (error: unknown): boolean => (Object(error) as { beforeRun?: unknown }).beforeRun === true;

/** The actions at every end of a run. */
const ended = [
  { type: 'keepEnd', params: ({ event }: { event: { output: RunEnd } }) => ({ end: event.output }) },
  'refreshHistory',
  'refreshCatalog',
] as const;

export const sqlRunMachine = flowSetup({
  types: {
    input: {} as SqlRunInput,
    context: {} as SqlRunContext,
    events: {} as SqlRunEvent,
    tags: {} as 'running' | 'cancellable',
  },
  actors: {
    recallRun: unprovided<RecalledRun | null, { ref: string; query: string }>('recallRun'),
    streamQuery: unprovided<RunEnd, StreamInput>('streamQuery'),
    cancelQuery: unprovided<void, { ref: string; id: string }>('cancelQuery'),
    readOutcome: unprovided<QueryHistoryEntry | null, { ref: string; id: string }>('readOutcome'),
  },
  delays: {
    cancelGrace: sqlTiming.cancelGraceMs,
    outcomePoll: sqlTiming.outcomePollMs,
  },
  guards: {
    isDestructive: (_, { request }: { request: RunRequest }) => destructiveStatementsIn(request.sql).length > 0,
    isHarmless: (_, { request }: { request: RunRequest }) => destructiveStatementsIn(request.sql).length === 0,
    wasStopped: (_, { end }: { end: RunEnd }) => end.error?.code === stoppedState,
    isFound: (_, { recalled }: { recalled: RecalledRun | null }) => recalled !== null,
    isRecalled: ({ context }) => context.isRecalled,
    isGone: ({ context }, { failure }: { failure: Failure }) => context.isRecalled && failure.code === 404,
    isClean: (_, { end }: { end: RunEnd }) => end.error === null,
    isBeforeRun: (_, { error }: { error: unknown }) => isBeforeRun(error),
    isNotRunning: (_, { failure }: { failure: Failure }) => failure.code === 404,
    isEndKnown: (_, { entry }: { entry: QueryHistoryEntry | null }) =>
      entry !== null && entry.outcome !== 'running' && entry.outcome !== 'unknown',
    canCheckAgain: ({ context }) => context.attempt < outcomeAttempts,
  },
  actions: {
    keepPending: assign((_, { request }: { request: RunRequest }) => ({
      pending: request,
      destructiveStatements: destructiveStatementsIn(request.sql),
    })),
    keepRequest: assign((_, { request }: { request: RunRequest }) => ({ request, isRecalled: false })),
    keepRecalled: assign((_, { recalled }: { recalled: RecalledRun | null }) => {
      if (recalled === null) return {};
      const { id, startedAt, ...request } = recalled;
      return { id, startedAt, request: { ...request, sql: '' }, isRecalled: true };
    }),
    forgetRecalled: assign({ id: null, startedAt: null, request: null, isRecalled: false }),
    acceptPending: assign(({ context }) => ({
      request: context.pending,
      pending: null,
      destructiveStatements: [],
      isRecalled: false,
    })),
    dropPending: assign({ pending: null, destructiveStatements: [] }),
    startOver: assign(({ context }) => ({
      id: context.isRecalled ? context.id : null,
      startedAt: context.isRecalled ? context.startedAt : context.now(),
      progress: nothing,
      end: null,
      failure: null,
      outcome: null,
      attempt: 0,
    })),
    keepOpened: assign(({ context }, { id, sql }: { id: string; sql: string | undefined }) => ({
      id,
      request: context.request && sql !== undefined ? { ...context.request, sql } : context.request,
    })),
    keepProgress: assign((_, { progress }: { progress: RunProgress }) => ({ progress })),
    keepEnd: assign((_, { end }: { end: RunEnd }) => ({
      end,
      progress: { results: end.results, notices: end.notices },
      failure: null,
    })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    keepOutcome: assign((_, { entry }: { entry: QueryHistoryEntry | null }) => ({ outcome: entry, failure: null })),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    allowAttempts: assign({ attempt: 0 }),
    refreshHistory: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceChanged('queryHistory', { ref: context.ref }),
    ),
    refreshCatalog: enqueueActions(({ context: { port, ref, progress }, enqueue }) => {
      if (progress.results.some(({ tag }) => tag !== null && changesCatalog.test(tag)))
        enqueue.sendTo(port, resourceChanged('catalog', { ref }));
    }),
  },
}).createMachine({
  id: 'sqlRun',
  description:
    'One run of SQL at a time: requested, confirmed where it would drop or delete data, streamed, stopped, ended. The run itself is the server’s: it goes on when this screen is left, and is found again by it.',
  context: ({ input }) => ({
    ...input,
    request: null,
    pending: null,
    destructiveStatements: [],
    id: null,
    isRecalled: false,
    startedAt: null,
    progress: nothing,
    end: null,
    failure: null,
    outcome: null,
    attempt: 0,
  }),
  type: 'parallel',
  states: {
    confirmation: {
      description: 'A destructive statement is confirmed first, while the last run and its answer stay.',
      initial: 'closed',
      states: {
        closed: {
          on: {
            'run.requested': [
              { guard: stateIn({ run: 'running' }), description: 'One run at a time.' },
              {
                guard: { type: 'isDestructive', params: ({ event }) => ({ request: event.request }) },
                target: 'open',
                actions: { type: 'keepPending', params: ({ event }) => ({ request: event.request }) },
                description: 'It drops, truncates, or changes every row of a table.',
              },
            ],
          },
        },
        open: {
          on: {
            'run.confirmed': { target: 'closed' },
            'run.declined': { target: 'closed', actions: 'dropPending' },
          },
        },
      },
    },
    run: {
      initial: 'resting',
      states: {
        resting: {
          description: 'Nothing runs; the answer of the last run stays.',
          initial: 'idle',
          on: {
            'run.requested': [
              { guard: stateIn({ confirmation: 'open' }), description: 'A question waits for its answer.' },
              {
                guard: { type: 'isHarmless', params: ({ event }) => ({ request: event.request }) },
                target: 'running',
                actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
              },
            ],
            'run.confirmed': { guard: stateIn({ confirmation: 'open' }), target: 'running', actions: 'acceptPending' },
          },
          states: {
            idle: {
              initial: 'recalling',
              states: {
                recalling: {
                  description: 'The last run of this query may still be running, or its answer may still be kept.',
                  invoke: {
                    id: 'recall',
                    src: 'recallRun',
                    input: ({ context: { ref, query } }) => ({ ref, query }),
                    onDone: [
                      {
                        guard: { type: 'isFound', params: ({ event }) => ({ recalled: event.output }) },
                        target: '#sqlRun.run.running',
                        actions: { type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) },
                      },
                      { target: 'empty' },
                    ],
                    onError: { target: 'empty', description: 'Without the run there is nothing to show.' },
                  },
                },
                empty: { description: 'There is no answer to show.' },
              },
            },
            succeeded: {},
            failed: { description: 'Postgres reported an error.' },
            cancelled: {},
            refused: { description: 'The platform refused the query, so nothing ran.' },
            lost: {
              description: 'The answer broke off, so the statement may have run. The history tells.',
              initial: 'asking',
              states: {
                asking: {
                  entry: 'countAttempt',
                  invoke: {
                    id: 'outcome',
                    src: 'readOutcome',
                    input: ({ context }) => ({ ref: context.ref, id: context.id! }),
                    onDone: [
                      {
                        guard: { type: 'isEndKnown', params: ({ event }) => ({ entry: event.output }) },
                        target: 'known',
                        actions: { type: 'keepOutcome', params: ({ event }) => ({ entry: event.output }) },
                      },
                      {
                        guard: 'canCheckAgain',
                        target: 'waiting',
                        actions: { type: 'keepOutcome', params: ({ event }) => ({ entry: event.output }) },
                        description: 'It is still running, or its end is not in the history yet.',
                      },
                      {
                        target: 'unknown',
                        actions: { type: 'keepOutcome', params: ({ event }) => ({ entry: event.output }) },
                      },
                    ],
                    onError: [{ guard: 'canCheckAgain', target: 'waiting' }, { target: 'unknown' }],
                  },
                },
                waiting: { after: { outcomePoll: { target: 'asking' } } },
                known: { entry: 'refreshHistory' },
                unknown: { on: { 'outcome.requested': { target: 'asking', actions: 'allowAttempts' } } },
              },
            },
          },
        },
        running: {
          tags: 'running',
          entry: 'startOver',
          invoke: {
            id: 'stream',
            src: 'streamQuery',
            input: ({ context, self }) => ({
              ...context.request!,
              ref: context.ref,
              query: context.query,
              startedAt: context.startedAt!,
              recalled: context.isRecalled ? context.id : null,
              report: self,
            }),
            onDone: [
              {
                guard: { type: 'isClean', params: ({ event }) => ({ end: event.output }) },
                target: 'resting.succeeded',
                actions: ended,
                description: 'Also where a cancel came too late.',
              },
              {
                guard: not(stateIn({ run: { running: 'cancelling' } })),
                target: 'resting.failed',
                actions: ended,
              },
              {
                guard: { type: 'wasStopped', params: ({ event }) => ({ end: event.output }) },
                target: 'resting.cancelled',
                actions: ended,
              },
              {
                target: 'resting.failed',
                actions: ended,
                description: 'An error came before the cancel did.',
              },
            ],
            onError: [
              {
                guard: { type: 'isGone', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                target: 'resting.idle.empty',
                actions: 'forgetRecalled',
                description: 'The server keeps answers for a limited time. The history still tells how the run ended.',
              },
              {
                guard: 'isRecalled',
                ...onFailure('resting.lost'),
              },
              {
                guard: stateIn({ run: { running: 'opening' } }),
                ...onFailure('resting.refused'),
                description: 'Nothing had been sent.',
              },
              {
                guard: { type: 'isBeforeRun', params: ({ event }) => ({ error: event.error }) },
                ...onFailure('resting.refused'),
              },
              {
                target: 'resting.lost',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                  'refreshHistory',
                  'refreshCatalog',
                ],
              },
            ],
          },
          on: {
            'stream.progressed': {
              actions: { type: 'keepProgress', params: ({ event }) => ({ progress: event.progress }) },
            },
          },
          initial: 'opening',
          states: {
            opening: {
              on: {
                'stream.opened': {
                  target: 'queued',
                  actions: { type: 'keepOpened', params: ({ event }) => ({ id: event.id, sql: event.sql }) },
                },
              },
            },
            queued: {
              tags: 'cancellable',
              description: 'The server has accepted it; it may wait for another session of the project.',
              on: {
                'stream.progressed': {
                  target: 'streaming',
                  actions: { type: 'keepProgress', params: ({ event }) => ({ progress: event.progress }) },
                },
                'cancel.requested': { target: 'cancelling' },
              },
            },
            streaming: {
              tags: 'cancellable',
              on: { 'cancel.requested': { target: 'cancelling' } },
            },
            cancelling: {
              entry: 'clearFailure',
              initial: 'asking',
              states: {
                asking: {
                  invoke: {
                    id: 'cancel',
                    src: 'cancelQuery',
                    input: ({ context }) => ({ ref: context.ref, id: context.id! }),
                    onDone: { target: 'stopping' },
                    onError: [
                      {
                        guard: { type: 'isNotRunning', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                        target: 'stopping',
                        description: 'It has ended already: the answer is about to say so.',
                      },
                      {
                        target: '#sqlRun.run.running.streaming',
                        actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                      },
                    ],
                  },
                },
                stopping: {
                  after: {
                    cancelGrace: {
                      target: '#sqlRun.run.resting.lost',
                      actions: ['refreshHistory', 'refreshCatalog'],
                      description: 'The connection is dropped. The history tells how the run ended.',
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});
