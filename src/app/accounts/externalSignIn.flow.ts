import { fromPromise } from 'xstate';
import { externalSignInMachine } from '../../machines/accounts/externalSignIn/externalSignIn.machine.ts';
import { href } from '../../router/href.ts';
import { leaveForProvider } from '../../services/accounts/externalSignIn.ts';
import { openLink } from '../../services/accounts/sentCode.ts';
import { writeStored } from '../../services/browser/storage.ts';

export default externalSignInMachine.provide({
  actors: {
    openAnswer: fromPromise(async ({ input: { params, query } }) => {
      const outcome = await openLink({ query });
      if (outcome.session) writeStored('lastSignInMethod', params.provider);
      return outcome;
    }),
    leaveForProvider: fromPromise(({ input: { params, query } }) =>
      leaveForProvider({ ...params, returnTo: href('externalSignIn', params, query) }),
    ),
  },
});
