import { fromPromise } from 'xstate';
import { secondFactorMachine } from '../../machines/accounts/secondFactor/secondFactor.machine.ts';
import { listAwaitedFactors, verifyFactor } from '../../services/accounts/factors.ts';

export default secondFactorMachine.provide({
  actors: {
    listFactors: fromPromise(({ signal }) => listAwaitedFactors(signal)),
    verifyFactor: fromPromise(({ input }) => verifyFactor(input)),
  },
});
