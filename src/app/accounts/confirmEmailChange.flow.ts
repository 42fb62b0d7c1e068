import { fromPromise } from 'xstate';
import { confirmEmailChangeMachine } from '../../machines/accounts/confirmEmailChange/confirmEmailChange.machine.ts';
import { openEmailChange } from '../../services/accounts/sentCode.ts';

export default confirmEmailChangeMachine.provide({
  actors: { openLink: fromPromise(({ input }) => openEmailChange(input)) },
});
