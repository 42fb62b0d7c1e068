import { fromPromise } from 'xstate';
import { prepareAuth, signUp } from '../../services/auth.ts';
import { signUpMachine } from '../signUp/signUp.machine.ts';
import { passwordStrength } from './passwordStrength.actor.ts';

export default signUpMachine.provide({
  actors: {
    passwordStrength,
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signUp: fromPromise(({ input }) => signUp(input)),
  },
});
