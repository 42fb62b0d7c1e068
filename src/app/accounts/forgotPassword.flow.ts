import { fromPromise } from 'xstate';
import { forgotPasswordMachine } from '../../machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { requestRecovery } from '../../services/accounts/sentCode.ts';
import { sentCode, linkTo } from './sentCode.actor.ts';

export default forgotPasswordMachine.provide({
  actors: {
    sentCode,
    requestRecovery: fromPromise(({ input }) => requestRecovery({ ...input, linkTo: linkTo('recovery', input.query) })),
  },
});
