import { assign, setup } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { bounded } from '../../parts/bounded.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

/** What the browser says of its network. */
export type NetworkReport = { type: 'network.lost' } | { type: 'network.found' };

export const connectionMachine = setup({
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
    tags: {} as 'passable' | 'doubted' | 'cut',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    watchNetwork: unprovidedSource<NetworkReport>('watchNetwork'),
    /** Succeeds when the server answers anything. */
    askServer: unprovided<void>('askServer'),
  },
  delays: { patience: timing.connectionRetryMs },
  actions: {
    countHeld: assign({ held: ({ context }) => context.held + 1 }),
    discountHeld: assign({ held: ({ context }) => context.held - 1 }),
  },
}).createMachine({
  id: 'connection',
  description:
    'Whether the server can be reached. What a browser says of its network, or a request without an answer, is taken as a reason to ask: a server on the same computer needs no network, and one may be down behind the best.',
  options: bounded,
  context: { held: 0 },
  invoke: {
    id: 'network',
    src: 'watchNetwork',
    onError: { description: 'Without word from the browser the network is taken to be there.' },
  },
  on: {
    'request.held': { actions: 'countHeld' },
    'request.released': { actions: 'discountHeld' },
  },
  initial: 'online',
  states: {
    online: {
      on: { 'network.lost': { target: 'offline' } },
      initial: 'reached',
      states: {
        reached: {
          tags: 'passable',
          on: { 'request.unanswered': { target: 'doubted' } },
        },
        doubted: {
          description:
            'One request may fail for reasons of its own, so the rest goes on until the server itself was asked.',
          tags: ['passable', 'doubted'],
          invoke: { id: 'server', src: 'askServer', onDone: { target: 'reached' }, onError: { target: 'cut' } },
        },
        cut: {
          tags: 'cut',
          initial: 'resting',
          states: {
            resting: { after: { patience: { target: 'asking' } } },
            asking: {
              invoke: {
                id: 'server',
                src: 'askServer',
                onDone: { target: '#connection.online.reached' },
                onError: { target: 'resting' },
              },
            },
          },
        },
      },
    },
    offline: {
      on: { 'network.found': { target: 'online' } },
      initial: 'doubted',
      states: {
        doubted: {
          tags: 'doubted',
          invoke: { id: 'server', src: 'askServer', onDone: { target: 'nearby' }, onError: { target: 'cut' } },
        },
        nearby: {
          description: 'No network, and the server answers all the same.',
          tags: 'passable',
          on: { 'request.unanswered': { target: 'doubted' } },
        },
        cut: {
          tags: 'cut',
          initial: 'resting',
          states: {
            resting: { after: { patience: { target: 'asking' } } },
            asking: {
              invoke: {
                id: 'server',
                src: 'askServer',
                onDone: { target: '#connection.offline.nearby' },
                onError: { target: 'resting' },
              },
            },
          },
        },
      },
    },
  },
});
