import { fromPromise } from 'xstate';
import { forgotPasswordMachine } from '../../machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { requestRecovery } from '../../services/accounts/sentCode.ts';
import { begunCode, linkTo, sentCode } from './sentCode.actor.ts';

export default forgotPasswordMachine.provide({
  actors: {
    sentCode,
    begunCode: begunCode('recovery'),
    requestRecovery: fromPromise(({ input }) => requestRecovery({ ...input, linkTo: linkTo('recovery', input.query) })),
  },
});
