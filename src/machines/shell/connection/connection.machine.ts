import { assign } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

/** What the browser says of its network. */
export type NetworkReport = { type: 'network.lost' } | { type: 'network.regained' };

export const connectionMachine = flowSetup({
  types: {
    context: {} as {
      /** Requests that wait for the server to be within reach. */
      held: number;
    },
    events: {} as
      | NetworkReport
      | { type: 'request.held' }
      | { type: 'request.released' }
      /** Something that was asked for got no answer, or only a gateway's. */
      | { type: 'request.unanswered' },
    tags: {} as 'reachable' | 'uncertain' | 'unreachable',
  },
  actors: {
    watchNetwork: unprovidedSource<NetworkReport>('watchNetwork'),
    /** Succeeds when the server answers anything. */
    probeServer: unprovided<void>('probeServer'),
  },
  delays: { retryDelay: timing.connectionRetryMs },
  actions: {
    addHeldRequest: assign({ held: ({ context }) => context.held + 1 }),
    removeHeldRequest: assign({ held: ({ context }) => context.held - 1 }),
  },
}).createMachine({
  id: 'connection',
  description:
    'Whether the server can be reached. What a browser says of its network, or a request without an answer, is taken as a reason to ask: a server on the same computer needs no network, and one may be down behind the best.',
  context: { held: 0 },
  invoke: {
    id: 'network',
    src: 'watchNetwork',
    onError: { description: 'Without word from the browser the network is taken to be there.' },
  },
  on: {
    'request.held': { actions: 'addHeldRequest' },
    'request.released': { actions: 'removeHeldRequest' },
  },
  initial: 'online',
  states: {
    online: {
      on: { 'network.lost': { target: 'offline' } },
      initial: 'reachable',
      states: {
        reachable: {
          tags: 'reachable',
          on: { 'request.unanswered': { target: 'uncertain' } },
        },
        uncertain: {
          description:
            'One request may fail for reasons of its own, so the rest goes on until the server itself was asked.',
          tags: ['reachable', 'uncertain'],
          invoke: {
            id: 'server',
            src: 'probeServer',
            onDone: { target: 'reachable' },
            onError: { target: 'unreachable' },
          },
        },
        unreachable: {
          tags: 'unreachable',
          initial: 'waiting',
          states: {
            waiting: { after: { retryDelay: { target: 'probing' } } },
            probing: {
              invoke: {
                id: 'server',
                src: 'probeServer',
                onDone: { target: '#connection.online.reachable' },
                onError: { target: 'waiting' },
              },
            },
          },
        },
      },
    },
    offline: {
      on: { 'network.regained': { target: 'online' } },
      initial: 'uncertain',
      states: {
        uncertain: {
          tags: 'uncertain',
          invoke: {
            id: 'server',
            src: 'probeServer',
            onDone: { target: 'reachable' },
            onError: { target: 'unreachable' },
          },
        },
        reachable: {
          description: 'No network, and the server answers all the same.',
          tags: 'reachable',
          on: { 'request.unanswered': { target: 'uncertain' } },
        },
        unreachable: {
          tags: 'unreachable',
          initial: 'waiting',
          states: {
            waiting: { after: { retryDelay: { target: 'probing' } } },
            probing: {
              invoke: {
                id: 'server',
                src: 'probeServer',
                onDone: { target: '#connection.offline.reachable' },
                onError: { target: 'waiting' },
              },
            },
          },
        },
      },
    },
  },
});
