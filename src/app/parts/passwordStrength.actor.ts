import { fromPromise } from 'xstate';
import { passwordStrengthMachine } from '../../machines/parts/passwordStrength/passwordStrength.machine.ts';
import { checkPassword } from '../../services/accounts/passwordCheck.ts';

export const passwordStrength = passwordStrengthMachine.provide({
  actors: { checkPassword: fromPromise(({ input, signal }) => checkPassword(input, signal)) },
});
