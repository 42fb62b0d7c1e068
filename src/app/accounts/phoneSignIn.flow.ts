import { fromPromise } from 'xstate';
import {
  phoneSignInMachine,
  type BegunSignInRead,
  type NumberTyped,
} from '../../machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import {
  keepBegunPhoneSignIn,
  readBegunPhoneSignIn,
  requestPhoneCode,
  signInWithPhone,
} from '../../services/accounts/phone.ts';
import { storedValue } from '../parts/storedValue.ts';
import { sentCode } from './sentCode.actor.ts';

export default phoneSignInMachine.provide({
  actors: {
    sentCode,
    begunSignIn: storedValue<BegunSignInRead, NumberTyped>({
      read: () => ({ type: 'begun.loaded', begun: readBegunPhoneSignIn() }),
      write: ({ phone }) => keepBegunPhoneSignIn({ phone, sentAt: null }),
    }),
    signIn: fromPromise(({ input }) => signInWithPhone(input)),
    requestCode: fromPromise(({ input }) => requestPhoneCode(input)),
  },
});
