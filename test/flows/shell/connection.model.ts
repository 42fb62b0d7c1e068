import { connectionMachine } from '../../../src/machines/shell/connection/connection.machine.ts';
import type { Model } from '../../support/paths.ts';

const silence = { error: new Error('no answer') };

export const connectionModel: Model<typeof connectionMachine> = {
  machine: connectionMachine,
  events: {
    'network.lost': [],
    'network.regained': [],
    'request.held': [{ type: 'request.held' }],
    'request.released': [{ type: 'request.released' }],
    'request.unanswered': [{ type: 'request.unanswered' }],
  },
  answers: {
    network: [
      { sends: { type: 'network.lost' } },
      { sends: { type: 'network.regained' } },
      { error: new Error('no such events here') },
    ],
    server: [{ output: undefined }, silence],
  },
  distinguish: ({ held }) => Math.sign(held),
  invariants: [
    {
      says: 'Nobody is said to be cut off before the server itself was asked.',
      when: (snapshot, { before }) => before?.hasTag('unreachable') === false && snapshot.hasTag('unreachable'),
      holds: (_, { before }) => before?.hasTag('uncertain') === true,
    },
    {
      says: 'While cut off, it asks again and again.',
      when: (snapshot) => snapshot.hasTag('unreachable'),
      holds: (_, { awaited, timers }) => awaited.includes('server') === (timers === 0),
    },
    {
      says: 'As long as the browser has a network, one request without an answer holds up nothing else.',
      when: (snapshot) => snapshot.matches({ online: 'uncertain' }),
      holds: (snapshot) => snapshot.hasTag('reachable'),
    },
    {
      says: 'Where requests may pass, nobody is cut off.',
      holds: (snapshot) => !(snapshot.hasTag('unreachable') && snapshot.hasTag('reachable')),
    },
  ],
};
