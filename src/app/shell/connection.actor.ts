import { fromCallback, fromPromise } from 'xstate';
import { connectionMachine, type NetworkReport } from '../../machines/shell/connection/connection.machine.ts';
import { askServer, watchNetwork } from '../../services/browser/connection.ts';

export const connection = connectionMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkReport, undefined>(({ sendBack }) =>
      watchNetwork((online) => sendBack({ type: online ? 'network.found' : 'network.lost' })),
    ),
    askServer: fromPromise(({ signal }) => askServer(signal)),
  },
});
