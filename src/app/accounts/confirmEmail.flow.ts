import { fromPromise } from 'xstate';
import { confirmEmailMachine } from '../../machines/accounts/confirmEmail/confirmEmail.machine.ts';
import { openLink } from '../../services/accounts/sentCode.ts';

export default confirmEmailMachine.provide({
  actors: { openLink: fromPromise(({ input }) => openLink(input)) },
});
