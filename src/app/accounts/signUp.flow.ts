import { fromPromise } from 'xstate';
import { signUpMachine } from '../../machines/accounts/signUp/signUp.machine.ts';
import { prepareAuth } from '../../services/accounts/auth.ts';
import { signUp } from '../../services/accounts/signUp.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';
import { linkTo, pendingCode, sentCode } from './sentCode.actor.ts';

export default signUpMachine.provide({
  actors: {
    sentCode,
    pendingCode: pendingCode('signup'),
    passwordStrength,
    prepareAuth: fromPromise<void, undefined>(prepareAuth),
    signUp: fromPromise(({ input }) => signUp({ ...input, linkTo: linkTo('signup', input.query) })),
  },
});
