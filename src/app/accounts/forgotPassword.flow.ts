import { fromPromise } from 'xstate';
import { forgotPasswordMachine } from '../../machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { requestRecovery } from '../../services/accounts/sentCode.ts';
import { linkTo, pendingCode, sentCode } from './sentCode.actor.ts';

export default forgotPasswordMachine.provide({
  actors: {
    sentCode,
    pendingCode: pendingCode('recovery'),
    requestRecovery: fromPromise(({ input }) => requestRecovery({ ...input, linkTo: linkTo('recovery', input.query) })),
  },
});
