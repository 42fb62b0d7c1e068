import { assign } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** A block of SQL in an answer, and what it says. */
export interface SqlBlock {
  key: string;
  sql: string;
}

interface StatementOutcome {
  /** What the statement does and to what, as `orders: select`. */
  title: string;
  tag: string;
  count: number;
  more: boolean;
}

/** What became of a block's last run. Its rows are in `blockResults`. */
export type BlockOutcome =
  | { kind: 'done'; results: readonly StatementOutcome[]; durationMs: number }
  | { kind: 'failed'; failure: Failure };

/** What the server says about a statement before it runs: by parsing it, and in a read-only transaction. */
export interface StatementCheck {
  writes: boolean;
  /** Why it counts as one that writes; null where it does not. */
  reason: string | null;
  /** What each statement does, and to what. */
  titles: readonly string[];
}

type BlockRunEvent = { type: 'run.requested'; block: SqlBlock } | { type: 'run.confirmed' } | { type: 'run.cancelled' };

interface BlockRunContext {
  ref: string;
  block: SqlBlock | null;
  /** Why the user is asked before it runs. */
  reason: string | null;
  titles: readonly string[];
  outcomes: Readonly<Record<string, BlockOutcome>>;
}

type Target = { ref: string; sql: string };

export const blockRunMachine = flowSetup({
  types: {
    input: {} as { ref: string },
    context: {} as BlockRunContext,
    events: {} as BlockRunEvent,
    tags: {} as 'busy',
  },
  actors: {
    checkStatement: unprovided<StatementCheck, Target>('checkStatement'),
    /** Keeps the rows where the view finds them. */
    runBlock: unprovided<
      Extract<BlockOutcome, { kind: 'done' }>,
      Target & { key: string; readOnly: boolean; titles: readonly string[] }
    >('runBlock'),
  },
  guards: {
    writes: (_, { writes }: { writes: boolean }) => writes,
    /** Postgres refused a change that a function or a view would have made. */
    wroteAfterAll: ({ context }, { error }: { error: unknown }) =>
      context.reason === null && failureOf(error).code === '25006',
  },
  actions: {
    keepBlock: assign((_, { block }: { block: SqlBlock }) => ({ block, reason: null })),
    keepCheck: assign((_, { reason, titles }: StatementCheck) => ({ reason, titles })),
    keepReason: assign((_, { reason }: { reason: string | null }) => ({ reason })),
    clearBlock: assign({ block: null, reason: null, titles: [] }),
    keepOutcome: assign(({ context: { outcomes, block } }, { outcome }: { outcome: BlockOutcome }) => ({
      outcomes: { ...outcomes, [block?.key ?? '']: outcome },
    })),
  },
}).createMachine({
  id: 'blockRun',
  description: 'Runs the SQL of an answer. A statement that writes runs only when the user has confirmed it.',
  context: ({ input }) => ({ ...input, block: null, reason: null, titles: [], outcomes: {} }),
  initial: 'idle',
  states: {
    idle: {
      entry: 'clearBlock',
      on: { 'run.requested': { target: 'checking', actions: { type: 'keepBlock', params: ({ event }) => event } } },
    },
    checking: {
      tags: 'busy',
      description: 'The server parses the statement and tries it in a read-only transaction.',
      invoke: {
        id: 'check',
        src: 'checkStatement',
        input: ({ context: { ref, block } }) => ({ ref, sql: block?.sql ?? '' }),
        onDone: [
          {
            guard: { type: 'writes', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepCheck', params: ({ event }) => event.output },
            description: 'The user decides, with the statement and the reason on screen.',
          },
          { target: 'running', actions: { type: 'keepCheck', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'idle',
          actions: {
            type: 'keepOutcome',
            params: ({ event }) => ({ outcome: { kind: 'failed', failure: failureOf(event.error) } }),
          },
          description: 'What cannot be checked is not run.',
        },
      },
      on: { 'run.cancelled': { target: 'idle' } },
    },
    confirming: {
      on: { 'run.confirmed': { target: 'running' }, 'run.cancelled': { target: 'idle' } },
    },
    running: {
      tags: 'busy',
      invoke: {
        id: 'run',
        src: 'runBlock',
        input: ({ context: { ref, block, reason, titles } }) => ({
          ref,
          titles,
          key: block?.key ?? '',
          sql: block?.sql ?? '',
          readOnly: reason === null,
        }),
        onDone: {
          target: 'idle',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: [
          {
            guard: { type: 'wroteAfterAll', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'keepReason', params: { reason: 'It changes data through a function or a view.' } },
            description: 'A statement that only reads runs read-only, and Postgres says when it would write.',
          },
          {
            target: 'idle',
            actions: {
              type: 'keepOutcome',
              params: ({ event }) => ({ outcome: { kind: 'failed', failure: failureOf(event.error) } }),
            },
          },
        ],
      },
      on: { 'run.cancelled': { target: 'idle', description: 'The query is canceled on the server.' } },
    },
  },
});
