import { fromPromise } from 'xstate';
import { forgotPasswordMachine } from '../../machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { requestRecovery } from '../../services/accounts/emailedCode.ts';
import { emailedCode, linkTo } from './emailedCode.actor.ts';

export default forgotPasswordMachine.provide({
  actors: {
    emailedCode,
    requestRecovery: fromPromise(({ input }) => requestRecovery({ ...input, linkTo: linkTo('recovery', input.query) })),
  },
});
