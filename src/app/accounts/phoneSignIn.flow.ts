import { fromPromise } from 'xstate';
import { phoneSignInMachine } from '../../machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { requestPhoneCode, signInWithPhone } from '../../services/accounts/phone.ts';
import { begunCode, sentCode } from './sentCode.actor.ts';

export default phoneSignInMachine.provide({
  actors: {
    sentCode,
    begunCode: begunCode('sms'),
    signIn: fromPromise(({ input }) => signInWithPhone(input)),
    requestCode: fromPromise(({ input }) => requestPhoneCode(input)),
  },
});
