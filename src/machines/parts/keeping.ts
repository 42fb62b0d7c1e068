import { failureOf, type Failure } from '../../contract/common/apiError.ts';

/** What storage tells of the revisions that it was given. */
export type KeepingReport = { type: 'local.saved'; revision: number } | { type: 'local.failed'; failure: Failure };

/** Without storage nothing can be kept: the `onError` of its actor. */
export const keepingEnds = {
  target: '.closed',
  actions: {
    type: 'report',
    params: ({ event }: { event: { error: unknown } }) => ({
      report: { type: 'local.failed', failure: failureOf(event.error) } as const,
    }),
  },
} as const;

/**
 * The states of what is kept in the browser at every pause: a change leads to `debouncing`. The machine has the delays
 * `pause` and `retry`, the guard `isLatest`, and the actions `flush`, which has storage write, and `report`. It adds
 * the state `closed`, where nothing can be kept.
 */
export const keepingStates = ({ withoutStorage }: { withoutStorage: string }) =>
  ({
    saved: {},
    debouncing: { after: { pause: { target: 'keeping' } } },
    keeping: {
      entry: 'flush',
      on: {
        'local.saved': {
          guard: {
            type: 'isLatest',
            params: ({ event }: { event: { revision: number } }) => ({ revision: event.revision }),
          },
          target: 'saved',
          actions: { type: 'report', params: ({ event }: { event: KeepingReport }) => ({ report: event }) },
          description: 'A save of an older revision does not cover the newer one.',
        },
        'local.failed': {
          target: 'unpersisted',
          actions: { type: 'report', params: ({ event }: { event: KeepingReport }) => ({ report: event }) },
        },
      },
    },
    unpersisted: {
      description: `Browser storage is full or blocked. ${withoutStorage}`,
      after: { retry: { target: 'keeping' } },
    },
  }) as const;
