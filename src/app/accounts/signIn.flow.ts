import { fromPromise } from 'xstate';
import { prepareAuth, signIn } from '../../services/accounts/auth.ts';
import { signInMachine } from '../../machines/accounts/signIn/signIn.machine.ts';

export default signInMachine.provide({
  actors: {
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signIn: fromPromise(({ input }) => signIn(input)),
  },
});
