import { connectionMachine } from '../../src/machines/connection/connection.machine.ts';
import type { Model } from '../support/paths.ts';

const silence = { error: new Error('no answer') };

export const connectionModel: Model<typeof connectionMachine> = {
  machine: connectionMachine,
  events: {
    'network.lost': [], 'network.found': [],
    'request.held': [{ type: 'request.held' }],
    'request.released': [{ type: 'request.released' }],
  },
  answers: {
    network: [{ sends: { type: 'network.lost' } }, { sends: { type: 'network.found' } }, { error: new Error('no such events here') }],
    server: [{ output: undefined }, silence],
  },
  distinguish: ({ held }) => Math.sign(held),
};
