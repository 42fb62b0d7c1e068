import { fromPromise } from 'xstate';
import { signInMachine } from '../../machines/accounts/signIn/signIn.machine.ts';
import { prepareAuth, signIn } from '../../services/accounts/auth.ts';

export default signInMachine.provide({
  actors: {
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signIn: fromPromise(({ input }) => signIn(input)),
  },
});
