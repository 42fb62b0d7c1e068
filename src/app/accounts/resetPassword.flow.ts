import { fromPromise } from 'xstate';
import { resetPasswordMachine } from '../../machines/accounts/resetPassword/resetPassword.machine.ts';
import { changePassword } from '../../services/accounts/password.ts';
import { openLink } from '../../services/accounts/sentCode.ts';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';

export default resetPasswordMachine.provide({
  actors: {
    passwordStrength,
    openLink: fromPromise(({ input }) => openLink(input)),
    changePassword: fromPromise(({ input }) => changePassword(input)),
  },
});
