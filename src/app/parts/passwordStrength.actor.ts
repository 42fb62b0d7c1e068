import { fromPromise } from 'xstate';
import { passwordStrengthMachine } from '../../machines/parts/passwordStrength/passwordStrength.machine.ts';

/** Fetched with the first check: a form that is only looked at asks for nothing. */
const service = () => import('../../services/accounts/passwordCheck.ts');

export const passwordStrength = passwordStrengthMachine.provide({
  actors: { checkPassword: fromPromise(async ({ input, signal }) => (await service()).checkPassword(input, signal)) },
});
