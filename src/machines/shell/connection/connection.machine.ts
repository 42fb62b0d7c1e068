import { assign } from 'xstate';
import * as timing from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

/** Network status that the browser reports. */
export type NetworkReport = { type: 'network.lost' } | { type: 'network.regained' };

export const connectionMachine = flowSetup({
  types: {
    context: {} as {
      /** Number of requests that wait for the server. */
      held: number;
    },
    events: {} as
      | NetworkReport
      | { type: 'request.held' }
      | { type: 'request.released' }
      /** A request got no response, or only a gateway's. */
      | { type: 'request.unanswered' },
    tags: {} as 'reachable' | 'uncertain' | 'unreachable',
  },
  actors: {
    watchNetwork: unprovidedSource<NetworkReport>('watchNetwork'),
    /** Succeeds when the server sends any response. */
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
    'Whether the server is reachable. The browser’s offline event or a request without a response only triggers a check: a local server needs no network, and a server can be down behind a working network.',
  context: { held: 0 },
  invoke: {
    id: 'network',
    src: 'watchNetwork',
    onError: { description: 'Without events from the browser, the network is assumed to be up.' },
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
          description: 'One request may fail for its own reasons, so other requests continue until the check.',
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
          description: 'The browser reports no network, but the server responds.',
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
