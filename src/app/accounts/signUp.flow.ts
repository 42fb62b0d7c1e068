import { fromPromise } from 'xstate';
import { signUpMachine } from '../../machines/accounts/signUp/signUp.machine.ts';
import { prepareAuth, signUp } from '../../services/accounts/auth.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';

export default signUpMachine.provide({
  actors: {
    passwordStrength,
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signUp: fromPromise(({ input }) => signUp(input)),
  },
});
