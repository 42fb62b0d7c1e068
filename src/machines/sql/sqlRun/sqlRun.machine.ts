import { and, assign, enqueueActions, not, sendTo, stateIn } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { destructiveStatementsIn, type DestructiveStatement } from '../../../contract/sql/destructiveStatements.ts';
import type { SqlError } from '../../../contract/sql/query.ts';
import type { QueryHistoryEntry } from '../../../contract/sql/snippet.ts';
import { outcomeAttempts, sqlTiming, type RowLimit, type TimeLimit } from '../../../contract/sql/sqlEditor.ts';
import type { TextFingerprint } from '../../../contract/sql/textFingerprint.ts';
import { clearFailure, failureIn, keepFailure, keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The text to run, and its position in the editor's text. */
export interface RunRequest {
  sql: string;
  /** Where `sql` begins in the whole text, counted from 0: a selection begins later. */
  from: number;
  /** The line it begins in, counted from 1. */
  line: number;
  /** The query's text at the start of the run, whatever part of it runs; absent where that is not known. */
  document?: TextFingerprint | undefined;
  rowLimit: RowLimit;
  timeLimitMs: TimeLimit;
  /** What `rememberOpenRelations` returned before a dynamic text ran. */
  openBefore?: number;
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
  /** Null where it was stopped before it began. */
  durationMs: number | null;
  engineRestarted: boolean;
  /** A user canceled it, perhaps from another tab, or before this screen was opened. */
  cancelled?: boolean | undefined;
}

/** A run that this browser began on a query and may return to; the server keeps its text. */
export interface RecalledRun extends Omit<RunRequest, 'sql' | 'openBefore'> {
  id: string;
  startedAt: number;
  /** This browser has seen its end, so that only its result is to be read. */
  ended: boolean;
}

export interface StreamInput extends RunRequest {
  ref: string;
  /** The query that the run belongs to. */
  query: string;
  startedAt: number;
  report: { send(event: RunReport): void };
}

/** A run whose answer is read from its beginning. */
export interface AttachInput {
  ref: string;
  query: string;
  id: string;
  report: { send(event: RunReport): void };
}

export type RunReport =
  /** The request of a new run with this id leaves the browser. */
  | { type: 'stream.opened'; id: string }
  /** The server has the new run: from here on it can be canceled. */
  | { type: 'stream.accepted' }
  /** It waits for other runs of the user or sessions of the project: how many are ahead of it, null at its turn. */
  | { type: 'stream.queued'; ahead: number | null }
  /** The answer of an earlier run begins; its text comes first. */
  | { type: 'stream.attached'; sql: string }
  | { type: 'stream.progressed'; progress: RunProgress };

type SqlRunEvent =
  | { type: 'run.requested'; request: RunRequest }
  /** Run was pressed although nothing is written. */
  | { type: 'blankRun.requested' }
  /** The text of the query has changed. */
  | { type: 'text.edited' }
  | { type: 'run.confirmed' }
  | { type: 'run.declined' }
  | { type: 'cancel.requested' }
  | { type: 'outcome.requested' }
  | RunReport;

interface SqlRunInput {
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
  /** The user wants the run to stop, also where the connection to it breaks off. */
  isCancelWanted: boolean;
  startedAt: number | null;
  /** How many runs of the user wait ahead of this one; null where it does not wait for others. */
  ahead: number | null;
  progress: RunProgress;
  end: RunEnd | null;
  /** Run was pressed last although nothing is written. */
  isBlankReported: boolean;
  /** Why the last request failed: the run, its cancel, or the question about its outcome. */
  failure: Failure | null;
  /** The history's entry of a run whose answer broke off. */
  outcome: QueryHistoryEntry | null;
  attempt: number;
}

const nothing: RunProgress = { results: [], notices: 0 };

/** What a run leaves behind, before there is one. */
const fresh = {
  request: null,
  id: null,
  isCancelWanted: false,
  startedAt: null,
  ahead: null,
  progress: nothing,
  end: null,
  isBlankReported: false,
  failure: null,
  outcome: null,
  attempt: 0,
} satisfies Partial<SqlRunContext>;

/** Commands that may change the catalog. DO and CALL may do anything. */
const changesCatalog = /^(?:CREATE|ALTER|DROP|COMMENT|IMPORT|GRANT|REVOKE|ANALYZE|VACUUM|DO|CALL)\b/;

/** Postgres reports a relation that is made of rows, as a materialized view is, like the SELECT that gives them. */
const mayKeepRows = /\b(?:create|into)\b/i;
const changesCatalogByRows = new RegExp(`${changesCatalog.source}|^SELECT\\b`);

const destructiveByRequest = new WeakMap<RunRequest, readonly DestructiveStatement[]>();

/** Reads the text once: guards and an action of the same event ask, and it may have a million characters. */
function destructiveIn(request: RunRequest): readonly DestructiveStatement[] {
  const known = destructiveByRequest.get(request);
  if (known) return known;
  const read = destructiveStatementsIn(request.sql);
  destructiveByRequest.set(request, read);
  return read;
}

/** The service marks refusals before a run: a failure without the mark may have come after the statement ran. */
const isBeforeRun = (error: unknown): boolean => (Object(error) as { beforeRun?: unknown }).beforeRun === true;

/** Whether the history tells how the run ended. */
const hasEnded = (entry: QueryHistoryEntry | null): boolean =>
  entry !== null && entry.outcome !== 'running' && entry.outcome !== 'unknown';

const endOf = ({ event }: { event: { output: RunEnd } }) => ({ end: event.output });

/** The actions at every end of a run. */
const endActions = [{ type: 'keepEnd', params: endOf }, 'refreshReads', 'refreshCatalog'] as const;

/** The end that an answer reports, wherever it came from. */
const whenEnded = [
  {
    guard: { type: 'isClean', params: endOf },
    target: '#sqlRun.run.resting.succeeded',
    actions: endActions,
    description: 'Also when a cancel arrived too late.',
  },
  {
    guard: { type: 'wasCancelled', params: endOf },
    target: '#sqlRun.run.resting.cancelled',
    actions: endActions,
    description: 'Also when the user canceled it in another tab, or before the page was reloaded.',
  },
  {
    target: '#sqlRun.run.resting.failed',
    actions: endActions,
    description: 'Also when it failed before it was canceled.',
  },
] as const;

/** Reads the answer of a run that the server has, from its beginning. */
const attachment = {
  id: 'attachment',
  src: 'attachToRun',
  input: ({
    context: { ref, query, id },
    self,
  }: {
    context: SqlRunContext;
    self: AttachInput['report'];
  }): AttachInput => ({ ref, query, id: id!, report: self }),
  onDone: whenEnded,
} as const;

const isUnknownToServer = { type: 'isUnknownToServer', params: failureIn } as const;

/** What a stream reports beside its end. */
const onProgress = {
  'stream.progressed': {
    actions: {
      type: 'keepProgress',
      params: ({ event }: { event: { progress: RunProgress } }) => ({ progress: event.progress }),
    },
  },
} as const;

const keepText = {
  type: 'keepText',
  params: ({ event }: { event: { sql: string } }) => ({ sql: event.sql }),
} as const;

/** The user is being asked whether to run something. */
const isAsking = stateIn({ confirmation: 'open' });

/** The actions where only the server can tell what became of a run. */
const lostActions = ['allowAttempts', 'refreshReads', 'refreshCatalog'] as const;

/** A stream that breaks off: the history tells whether the server has the run. */
const toLost = {
  target: '#sqlRun.run.resting.lost',
  actions: [keepThrown, ...lostActions],
} as const;

/** Limits how long the user waits for a cancel: the connection is dropped then. */
const afterGrace = <const Description extends string>(description: Description) =>
  ({ cancelGrace: { target: '#sqlRun.run.resting.lost', actions: lostActions, description } }) as const;

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
    attachToRun: unprovided<RunEnd, AttachInput>('attachToRun'),
    cancelQuery: unprovided<void, { ref: string; id: string }>('cancelQuery'),
    readOutcome: unprovided<QueryHistoryEntry | null, { ref: string; id: string }>('readOutcome'),
  },
  delays: {
    cancelGrace: sqlTiming.cancelGraceMs,
    outcomePoll: sqlTiming.outcomePollMs,
    attachLimit: sqlTiming.attachLimitMs,
  },
  guards: {
    isDestructive: (_, { request }: { request: RunRequest }) => destructiveIn(request).length > 0,
    isHarmless: (_, { request }: { request: RunRequest }) => destructiveIn(request).length === 0,
    wasCancelled: (_, { end }: { end: RunEnd }) => end.cancelled === true,
    isFound: (_, { recalled }: { recalled: RecalledRun | null }) => recalled !== null,
    isEnded: (_, { recalled }: { recalled: RecalledRun | null }) => recalled?.ended === true,
    isClean: (_, { end }: { end: RunEnd }) => end.error === null,
    isBeforeRun: (_, { error }: { error: unknown }) => isBeforeRun(error),
    isUnknownToServer: (_, { failure }: { failure: Failure }) => failure.code === 404,
    isCancelWanted: ({ context }) => context.isCancelWanted,
    isOnRecord: ({ context }) => context.outcome !== null,
    hasEnded: ({ context }) => hasEnded(context.outcome),
    isAnswerGone: ({ context }, { failure }: { failure: Failure }) => failure.code === 404 && hasEnded(context.outcome),
    canCheckAgain: ({ context }) => context.attempt < outcomeAttempts,
  },
  actions: {
    keepPending: assign((_, { request }: { request: RunRequest }) => ({
      pending: request,
      destructiveStatements: destructiveIn(request),
    })),
    keepRequest: assign(({ context }, { request }: { request: RunRequest }) => ({
      ...fresh,
      request,
      startedAt: context.now(),
    })),
    keepRecalled: assign((_, { recalled }: { recalled: RecalledRun | null }) => {
      if (recalled === null) return {};
      const { id, startedAt, from, line, document, rowLimit, timeLimitMs } = recalled;
      return { ...fresh, id, startedAt, request: { sql: '', from, line, document, rowLimit, timeLimitMs } };
    }),
    forgetRun: assign(fresh),
    acceptPending: assign(({ context }) => ({
      ...fresh,
      request: context.pending,
      startedAt: context.now(),
      pending: null,
      destructiveStatements: [],
    })),
    dropPending: assign({ pending: null, destructiveStatements: [] }),
    keepId: assign((_, { id }: { id: string }) => ({ id })),
    keepText: assign(({ context }, { sql }: { sql: string }) => ({
      request: context.request && { ...context.request, sql },
      failure: null,
    })),
    wantCancel: assign({ isCancelWanted: true }),
    giveUpCancel: assign({ isCancelWanted: false }),
    keepPlace: assign((_, { ahead }: { ahead: number | null }) => ({ ahead })),
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
    reportBlank: assign({ isBlankReported: true }),
    dropBlank: assign({ isBlankReported: false }),
    refreshHistory: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceChanged('queryHistory', { ref: context.ref }),
    ),
    refreshReads: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceChanged(['queryHistory', 'tables'], { ref: context.ref }),
    ),
    refreshCatalog: enqueueActions(({ context: { port, ref, request, progress }, enqueue }) => {
      const changes = mayKeepRows.test(request?.sql ?? '') ? changesCatalogByRows : changesCatalog;
      if (progress.results.some(({ tag }) => tag !== null && changes.test(tag)))
        enqueue.sendTo(port, resourceChanged(['catalog', 'advisors'], { ref }));
    }),
  },
}).createMachine({
  id: 'sqlRun',
  description:
    'Runs one query at a time: request, confirmation of destructive statements, streaming, cancellation, end. The server owns the run: it continues when the user leaves this screen, and the screen attaches to it again.',
  context: ({ input }) => ({
    ...input,
    ...fresh,
    pending: null,
    destructiveStatements: [],
  }),
  type: 'parallel',
  states: {
    confirmation: {
      description: 'Destructive statements require confirmation. The last run and its result stay on screen.',
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
          description: 'No query is running. The result of the last run stays on screen.',
          initial: 'idle',
          on: {
            'run.requested': [
              { guard: isAsking, description: 'A confirmation is already open.' },
              {
                guard: { type: 'isHarmless', params: ({ event }) => ({ request: event.request }) },
                target: 'running',
                actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
              },
            ],
            'run.confirmed': { guard: isAsking, target: 'running', actions: 'acceptPending' },
            'blankRun.requested': [
              {
                guard: stateIn({ run: { resting: 'failed' } }),
                target: '.idle.empty',
                actions: ['forgetRun', 'reportBlank'],
                description: 'The text that failed was deleted, so its error no longer helps.',
              },
              {
                actions: 'reportBlank',
                description: 'The last result stays on screen.',
              },
            ],
            'text.edited': { actions: 'dropBlank', description: 'There may be something to run now.' },
          },
          states: {
            idle: {
              initial: 'recalling',
              states: {
                recalling: {
                  description: 'The last run of this query may still be running, or its result may still be stored.',
                  invoke: {
                    id: 'recall',
                    src: 'recallRun',
                    input: ({ context: { ref, query } }) => ({ ref, query }),
                    onDone: [
                      { guard: isAsking, target: 'empty' },
                      {
                        guard: { type: 'isEnded', params: ({ event }) => ({ recalled: event.output }) },
                        target: '#sqlRun.run.resting.restoring',
                        actions: { type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) },
                      },
                      {
                        guard: { type: 'isFound', params: ({ event }) => ({ recalled: event.output }) },
                        target: '#sqlRun.run.running.answer.recalled',
                        actions: { type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) },
                      },
                      { target: 'empty' },
                    ],
                    onError: { target: 'empty', description: 'Without a run there is no result to show.' },
                  },
                },
                empty: { description: 'There is no result to show.' },
              },
            },
            restoring: {
              description: 'The result of a run that has ended is read again, and another run may begin meanwhile.',
              invoke: {
                ...attachment,
                onDone: [
                  {
                    guard: { type: 'isClean', params: endOf },
                    target: 'succeeded',
                    actions: { type: 'keepEnd', params: endOf },
                  },
                  {
                    guard: { type: 'wasCancelled', params: endOf },
                    target: 'cancelled',
                    actions: { type: 'keepEnd', params: endOf },
                  },
                  { target: 'failed', actions: { type: 'keepEnd', params: endOf } },
                ],
                onError: [
                  {
                    guard: isUnknownToServer,
                    target: 'idle.empty',
                    actions: 'forgetRun',
                    description: 'The server stores results for a limited time. The user has seen how the run ended.',
                  },
                  toLost,
                ],
              },
              on: { 'stream.attached': { actions: keepText }, ...onProgress },
            },
            succeeded: {},
            failed: { description: 'Postgres reported an error.' },
            cancelled: {},
            refused: { description: 'The platform refused the query, so nothing ran.' },
            lost: {
              description:
                'The response was interrupted, so the statement may have run. The history says how it ended.',
              initial: 'asking',
              states: {
                asking: {
                  entry: 'countAttempt',
                  invoke: {
                    id: 'outcome',
                    src: 'readOutcome',
                    input: ({ context }) => ({ ref: context.ref, id: context.id! }),
                    onDone: {
                      target: 'told',
                      actions: { type: 'keepOutcome', params: ({ event }) => ({ entry: event.output }) },
                    },
                    onError: [{ guard: 'canCheckAgain', target: 'waiting' }, { target: 'unknown' }],
                  },
                },
                told: {
                  always: [
                    {
                      guard: and([not(isAsking), 'isOnRecord']),
                      target: '#sqlRun.run.running.answer.reattaching',
                      description: 'The result is read again from the start.',
                    },
                    {
                      guard: 'hasEnded',
                      target: 'known',
                      description:
                        'While a question is open no other run may take the place of the one that it starts.',
                    },
                    {
                      guard: 'canCheckAgain',
                      target: 'waiting',
                      description: 'The run has not ended, or is not known yet.',
                    },
                    { target: 'unknown' },
                  ],
                },
                waiting: { after: { outcomePoll: { target: 'asking' } } },
                known: { entry: 'refreshReads' },
                unknown: { on: { 'outcome.requested': { target: 'asking', actions: 'allowAttempts' } } },
              },
            },
          },
        },
        running: {
          tags: 'running',
          type: 'parallel',
          states: {
            answer: {
              description: 'The source of the result.',
              initial: 'begun',
              states: {
                begun: {
                  description: 'The request that started the run.',
                  invoke: {
                    id: 'stream',
                    src: 'streamQuery',
                    input: ({ context, self }) => ({
                      ...context.request!,
                      ref: context.ref,
                      query: context.query,
                      startedAt: context.startedAt!,
                      report: self,
                    }),
                    onDone: whenEnded,
                    onError: [
                      {
                        guard: stateIn({ run: { running: { phase: 'opening' } } }),
                        ...onFailure('#sqlRun.run.resting.refused'),
                        description: 'Nothing was sent.',
                      },
                      {
                        guard: { type: 'isBeforeRun', params: ({ event }) => ({ error: event.error }) },
                        ...onFailure('#sqlRun.run.resting.refused'),
                      },
                      toLost,
                    ],
                  },
                  on: {
                    'stream.opened': { actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) } },
                    ...onProgress,
                  },
                },
                recalled: {
                  description: 'A run that was started before this screen was opened.',
                  invoke: {
                    ...attachment,
                    onError: [
                      {
                        guard: isUnknownToServer,
                        target: '#sqlRun.run.resting.lost',
                        actions: lostActions,
                        description: 'The result is not stored, and the user has not seen how the run ended.',
                      },
                      toLost,
                    ],
                  },
                  on: { 'stream.attached': { actions: keepText }, ...onProgress },
                },
                reattaching: {
                  description: 'The connection was lost, and the server still has the run.',
                  invoke: {
                    ...attachment,
                    onError: [
                      {
                        guard: { type: 'isAnswerGone', params: failureIn },
                        target: '#sqlRun.run.resting.lost.known',
                        description: 'The result is not stored. The history says how the run ended.',
                      },
                      { guard: 'canCheckAgain', target: '#sqlRun.run.resting.lost.waiting' },
                      { target: '#sqlRun.run.resting.lost.unknown' },
                    ],
                  },
                  on: onProgress,
                  initial: 'asking',
                  states: {
                    asking: {
                      on: { 'stream.attached': { target: 'reading', actions: keepText } },
                      after: {
                        attachLimit: [
                          {
                            guard: 'canCheckAgain',
                            target: '#sqlRun.run.resting.lost.waiting',
                            description:
                              'A server that does not respond must not keep the user from running something else.',
                          },
                          { target: '#sqlRun.run.resting.lost.unknown' },
                        ],
                      },
                    },
                    reading: {},
                  },
                },
              },
            },
            phase: {
              description: 'The progress of the run, and whether it can be canceled.',
              initial: 'opening',
              states: {
                opening: {
                  on: {
                    'stream.opened': { target: 'sent' },
                    'stream.attached': [
                      {
                        guard: 'isCancelWanted',
                        target: 'cancelling',
                        description: 'The user requested the cancel before the connection was lost.',
                      },
                      { target: 'queued' },
                    ],
                  },
                },
                sent: {
                  tags: 'cancellable',
                  on: {
                    'stream.accepted': { target: 'queued', actions: 'refreshHistory' },
                    'cancel.requested': { target: 'withdrawn', actions: 'wantCancel' },
                  },
                },
                withdrawn: {
                  description: 'A cancel must not arrive before the run that it stops.',
                  on: { 'stream.accepted': { target: 'cancelling', actions: 'refreshHistory' } },
                  after: afterGrace(
                    'The server does not respond: the request is dropped, and the history says how the run ended.',
                  ),
                },
                queued: {
                  tags: 'cancellable',
                  description:
                    'The server has accepted it; it may wait for other runs of the user, or for another session of the project.',
                  on: {
                    'stream.queued': {
                      actions: { type: 'keepPlace', params: ({ event }) => ({ ahead: event.ahead }) },
                    },
                    'stream.progressed': { target: 'streaming' },
                    'cancel.requested': { target: 'cancelling', actions: 'wantCancel' },
                  },
                },
                streaming: {
                  tags: 'cancellable',
                  on: { 'cancel.requested': { target: 'cancelling', actions: 'wantCancel' } },
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
                            guard: isUnknownToServer,
                            target: 'stopping',
                            description: 'The run has already ended; the response will say so.',
                          },
                          {
                            target: '#sqlRun.run.running.phase.streaming',
                            actions: ['giveUpCancel', keepThrown],
                          },
                        ],
                      },
                    },
                    stopping: {
                      after: afterGrace('The connection is dropped. The history says how the run ended.'),
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
