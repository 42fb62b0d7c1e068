import { fromPromise } from 'xstate';
import { phoneSignInMachine } from '../../machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { requestPhoneCode, signInWithPhone } from '../../services/accounts/phone.ts';
import { pendingCode, sentCode } from './sentCode.actor.ts';

export default phoneSignInMachine.provide({
  actors: {
    sentCode,
    pendingCode: pendingCode('sms'),
    signIn: fromPromise(({ input }) => signInWithPhone(input)),
    requestCode: fromPromise(({ input }) => requestPhoneCode(input)),
  },
});
