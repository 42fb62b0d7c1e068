import { fromCallback, fromPromise } from 'xstate';
import { askServer, watchNetwork } from '../../services/browser/connection.ts';
import { connectionMachine, type NetworkReport } from '../../machines/shell/connection/connection.machine.ts';

export const connection = connectionMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkReport, undefined>(({ sendBack }) => watchNetwork((online) => sendBack({ type: online ? 'network.found' : 'network.lost' }))),
    askServer: fromPromise(({ signal }) => askServer(signal)),
  },
});
