import { assign, setup } from 'xstate';
import { timing } from '../../contract/timing.ts';
import { bounded } from '../bounded.ts';
import { unprovided, unprovidedSource } from '../unprovided.ts';

/** What the browser says of its network. */
export type NetworkReport = { type: 'network.lost' } | { type: 'network.found' };

export const connectionMachine = setup({
  types: {
    context: {} as {
      /** Requests that wait for the server to be within reach. */
      held: number;
    },
    events: {} as NetworkReport | { type: 'request.held' } | { type: 'request.released' },
    tags: {} as 'passable' | 'cut',
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
  description: 'Whether the server can be reached. What a browser says of its network is taken as a reason to ask: a server on the same computer needs none.',
  options: bounded,
  context: { held: 0 },
  invoke: { id: 'network', src: 'watchNetwork', onError: { description: 'Without word from the browser the network is taken to be there.' } },
  on: {
    'request.held': { actions: 'countHeld' },
    'request.released': { actions: 'discountHeld' },
  },
  initial: 'online',
  states: {
    online: {
      tags: 'passable',
      on: { 'network.lost': { target: 'offline' } },
    },
    offline: {
      on: { 'network.found': { target: 'online' } },
      initial: 'doubted',
      states: {
        doubted: {
          invoke: { id: 'server', src: 'askServer', onDone: { target: 'nearby' }, onError: { target: 'cut' } },
        },
        nearby: { tags: 'passable', description: 'No network, and the server answers all the same.' },
        cut: {
          tags: 'cut',
          initial: 'resting',
          states: {
            resting: { after: { patience: { target: 'asking' } } },
            asking: {
              invoke: { id: 'server', src: 'askServer', onDone: { target: '#connection.offline.nearby' }, onError: { target: 'resting' } },
            },
          },
        },
      },
    },
  },
});
