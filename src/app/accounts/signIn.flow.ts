import { fromPromise } from 'xstate';
import { signInMachine } from '../../machines/accounts/signIn/signIn.machine.ts';
import { prepareAuth, signIn } from '../../services/accounts/auth.ts';
import { readStored } from '../../services/browser/storage.ts';

export default signInMachine.provide({
  actors: {
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    readLastMethod: fromPromise(async () => readStored('lastSignInMethod')),
    signIn: fromPromise(({ input }) => signIn(input)),
  },
});
