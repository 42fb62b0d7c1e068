import { fromPromise } from 'xstate';
import { emailSignInMachine } from '../../machines/accounts/emailSignIn/emailSignIn.machine.ts';
import { openLink, requestSignIn } from '../../services/accounts/sentCode.ts';
import { writeStored } from '../../services/browser/storage.ts';
import { linkTo, pendingCode, sentCode } from './sentCode.actor.ts';

export default emailSignInMachine.provide({
  actors: {
    sentCode,
    pendingCode: pendingCode('email'),
    openLink: fromPromise(async ({ input }) => {
      const outcome = await openLink(input);
      if (outcome.session) writeStored('lastSignInMethod', 'email');
      return outcome;
    }),
    requestSignIn: fromPromise(({ input }) => requestSignIn({ ...input, linkTo: linkTo('email', input.query) })),
  },
});
