import { fromPromise } from 'xstate';
import { phoneSignInMachine } from '../../machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { requestPhoneCode, signInWithPhone } from '../../services/accounts/phone.ts';
import { sentCode } from './sentCode.actor.ts';

export default phoneSignInMachine.provide({
  actors: {
    sentCode,
    signIn: fromPromise(({ input }) => signInWithPhone(input)),
    requestCode: fromPromise(({ input }) => requestPhoneCode(input)),
  },
});
