import type { Failure } from '../../../contract/common/apiError.ts';
import { serverFlowsRetryMs } from '../../../contract/inspector/inspector.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** The server sends no more; null where it ended its answer. */
export type FollowEnded = { type: 'follow.ended'; failure: Failure | null };

/** The answers of a server that does not show its charts to this page. */
const refusals: ReadonlySet<Failure['code']> = new Set([403, 404, 405]);

export const serverFlowsMachine = flowSetup({
  types: { events: {} as FollowEnded },
  actors: {
    /** Adds what the server's charts do to the inspected system, and reports its end. */
    follow: unprovidedSource<FollowEnded>('follow'),
  },
  delays: { retryInterval: serverFlowsRetryMs },
  guards: {
    isRefused: (_, { failure }: { failure: Failure | null }) => failure !== null && refusals.has(failure.code),
  },
}).createMachine({
  id: 'serverFlows',
  description: 'Follows the charts of the server, which shows them only to a signed-in user at its own machine.',
  initial: 'following',
  states: {
    following: {
      invoke: { id: 'follow', src: 'follow', onError: { target: 'waiting' } },
      on: {
        'follow.ended': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'refused',
            description:
              'The server runs on another machine, or without the inspector: it will not answer later either.',
          },
          { target: 'waiting', description: 'The server has restarted or cannot be reached, or no user is signed in.' },
        ],
      },
    },
    waiting: { after: { retryInterval: { target: 'following' } } },
    refused: { description: 'Only the charts of the page are shown.' },
  },
});
