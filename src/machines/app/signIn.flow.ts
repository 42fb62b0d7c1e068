import { fromPromise } from 'xstate';
import { prepareAuth, signIn } from '../../services/auth.ts';
import { signInMachine } from '../signIn/signIn.machine.ts';

export default signInMachine.provide({
  actors: {
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signIn: fromPromise(({ input }) => signIn(input)),
  },
});
