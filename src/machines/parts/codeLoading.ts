import { unprovided } from './unprovided.ts';

/** What `checkReachability` found. */
export interface Reachability {
  isServerReachable: boolean;
}

/** The actors of `whenCodeIsMissing`. */
export const reachabilityActors = {
  /** Checks whether the server is reachable. */
  checkReachability: unprovided<Reachability>('checkReachability'),
  /** Ends when the server is reachable. */
  awaitReachability: unprovided<void>('awaitReachability'),
};

/** The guard of `whenCodeIsMissing`. */
export const isServerReachable = (_: unknown, { isServerReachable: isReachable }: Reachability): boolean => isReachable;

/**
 * The states of a machine whose code did not load: its `onError` leads to `checkingServer`. They lead back to `loading`
 * when the server was unreachable and is back, and to `missing` when it is reachable and does not have the code.
 */
export const whenCodeIsMissing = <const Missing extends string>(missing: Missing) =>
  ({
    checkingServer: {
      description: 'The code did not load, so the connection is checked.',
      invoke: {
        id: 'reach',
        src: 'checkReachability',
        onDone: [
          {
            guard: {
              type: 'isServerReachable',
              params: ({ event }: { event: { output: Reachability } }) => event.output,
            },
            target: missing,
            description: 'The server is reachable, so the code is gone: most likely a newer version was deployed.',
          },
          { target: 'waiting' },
        ],
        onError: { target: missing },
      },
    },
    waiting: {
      description: 'The server is unreachable. The code is loaded again when it is back.',
      invoke: {
        id: 'return',
        src: 'awaitReachability',
        onDone: { target: 'loading' },
        onError: { target: missing },
      },
    },
  }) as const;
