import { fromPromise } from 'xstate';
import { ssoSignInMachine } from '../../machines/accounts/ssoSignIn/ssoSignIn.machine.ts';
import { href } from '../../router/href.ts';
import { openLink } from '../../services/accounts/sentCode.ts';
import { leaveForIdentityProvider } from '../../services/accounts/ssoSignIn.ts';
import { writeStored } from '../../services/browser/storage.ts';

export default ssoSignInMachine.provide({
  actors: {
    openAnswer: fromPromise(async ({ input }) => {
      const outcome = await openLink(input);
      if (outcome.session) writeStored('lastSignInMethod', 'sso');
      return outcome;
    }),
    leaveForProvider: fromPromise(({ input: { email, query } }) =>
      leaveForIdentityProvider({ email, returnTo: href('ssoSignIn', {}, query) }),
    ),
  },
});
