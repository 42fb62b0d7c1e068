import { fromCallback, fromPromise } from 'xstate';
import { connectionMachine, type NetworkReport } from '../../machines/shell/connection/connection.machine.ts';
import { probeServer, watchNetwork } from '../../services/browser/connection.ts';

export const connection = connectionMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkReport, undefined>(({ sendBack }) =>
      watchNetwork((online) => sendBack({ type: online ? 'network.regained' : 'network.lost' })),
    ),
    probeServer: fromPromise(({ signal }) => probeServer(signal)),
  },
});
